"use strict";
// What can be pressed mustn't stand inside what can be pressed: no keyboard would reach it. So there
// are no links and no buttons to copy with in the line that opens an operation.
const withoutInnerButtons = () => ({ components: { CopyToClipboardBtn: () => null } });
SwaggerUIBundle({
  url: "v1/openapi.json",
  dom_id: "#page",
  deepLinking: false,
  validatorUrl: null, // no server but this one is asked
  tryItOutEnabled: true,
  plugins: [withoutInnerButtons],
  onComplete: () => document.querySelector("#servers")?.setAttribute("aria-label", "Server"),
});
// Swagger UI gives no name to the fields of what is tried out.
const FIELDS = "textarea, .parameters input, .parameters select, .body-param select, .responses-wrapper select";
new MutationObserver(() => {
  for (const field of document.querySelectorAll(`.swagger-ui :is(${FIELDS}):not([aria-label])`)) {
    const row = field.closest("tr")?.querySelector(".parameter__name");
    field.setAttribute("aria-label", row?.textContent || field.getAttribute("placeholder") || "Body");
  }
}).observe(document.body, { childList: true, subtree: true });
