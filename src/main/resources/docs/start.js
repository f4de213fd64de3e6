SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#ui",
  deepLinking: true,
  validatorUrl: null, // else it asks a service on the internet
});
