/* Asks each second whether a part of the page has changed, and shows it anew when it has. */
"use strict";
(() => {
  const EVERY = 1000;
  const follow = (part) => {
    let etag = part.dataset.etag;
    const ask = async () => {
      try {
        if (!document.hidden) {
          const answer = await fetch(part.dataset.live, {
            headers: { "If-None-Match": etag, "X-Requested-With": "fetch" },
            credentials: "same-origin",
            redirect: "error",
          });
          if (answer.status === 200) {
            etag = answer.headers.get("ETag");
            part.innerHTML = await answer.text();
          } else if (answer.status !== 304) return;
        }
      } catch {
        /* The network is away: ask again. */
      }
      setTimeout(ask, EVERY);
    };
    setTimeout(ask, EVERY);
  };
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-live]").forEach(follow));
})();
