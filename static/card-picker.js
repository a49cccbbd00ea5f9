/* Adds a touched card to the field of cards. Without it the cards are typed. */
"use strict";
(() => {
  const tell = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));
  const show = (root) => {
    for (const picker of root.querySelectorAll("[data-picks-for]")) {
      picker.hidden = false;
    }
  };
  document.addEventListener("DOMContentLoaded", () => show(document));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-card], button[data-card-back]");
    if (!button) return;
    const field = document.getElementById(button.closest("[data-picks-for]").dataset.picksFor);
    const cards = field.value.trim().split(/\s+/).filter(Boolean);
    if (button.dataset.card) cards.push(button.dataset.card);
    else cards.pop();
    field.value = cards.join(" ");
    tell(field);
  });
})();
