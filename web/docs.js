// Draws the reference from the contract that this service serves.
SwaggerUIBundle({
  url: "openapi.yaml",
  dom_id: "#reference",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  tryItOutEnabled: true,
});
