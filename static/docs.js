"use strict";
/* Starts Swagger UI on our own specification. */

const place = document.getElementById("swagger-ui");
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);

follow();
dark.addEventListener("change", follow);
window.ui = SwaggerUIBundle({
  url: place.dataset.spec,
  domNode: place,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  tryItOutEnabled: true,
  onComplete: () => place.querySelector("main")?.setAttribute("role", "group"), // the page has its own
  tagsSorter: (one, other) => (one === "service") - (other === "service"), // after the collections
  presets: [SwaggerUIBundle.presets.apis],
});
