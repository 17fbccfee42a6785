"use strict";
SwaggerUIBundle({
  url: "v1/openapi.json",
  dom_id: "#page",
  deepLinking: true,
  validatorUrl: null, // no server but this one is asked
  tryItOutEnabled: true,
});
