/* Asks what the rules think of a form while it is filled in, and shows the answer. It sends nothing to be kept. */
"use strict";
(() => {
  const QUIET = 120;
  const follow = (form) => {
    const place = document.getElementById(form.dataset.answer);
    let waiting = 0;
    let asked = null;
    const ask = async () => {
      if (asked) asked.abort();
      asked = new AbortController();
      const typed = new URLSearchParams(new FormData(form));
      typed.delete("csrfmiddlewaretoken");
      typed.delete("key");
      try {
        const answer = await fetch(`${form.dataset.check}?${typed}`, {
          credentials: "same-origin",
          redirect: "error",
          signal: asked.signal,
        });
        if (answer.ok) place.innerHTML = await answer.text();
      } catch {
        /* Asked again meanwhile, or the network is away: the server judges when the form is sent. */
      }
    };
    const later = () => {
      clearTimeout(waiting);
      waiting = setTimeout(ask, QUIET);
    };
    form.addEventListener("input", later);
    form.addEventListener("change", later);
  };
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("form[data-check]").forEach(follow));
})();
