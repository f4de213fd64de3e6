SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#ui",
  deepLinking: true,
  validatorUrl: null, // the default sends the document to a service on the internet
});
