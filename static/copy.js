/* Copies a text to the clipboard. Without it the text is selected by hand. */
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("button[data-copies]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent.trim());
      button.textContent = button.dataset.done;
    });
  }
});
