"""What goes in and out, field by field: the source of validation and of the OpenAPI document."""
