"use strict";
(() => {
  const tools = document.querySelector(".tools");
  const search = document.getElementById("search");
  const buttons = [...document.querySelectorAll("[data-filter]")];
  const elements = [...document.querySelectorAll(".element")];
  const entries = new Map([...document.querySelectorAll("[data-for]")].map((entry) => [entry.dataset.for, entry]));
  const words = new Map(elements.map((element) => {
    const item = element.closest(".item").querySelector("h3");
    return [element, `${item.textContent} ${element.textContent}`.toLowerCase().replace(/\s+/g, " ")];
  }));
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let current = null;

  tools.hidden = false;
  document.querySelector(".counts").hidden = true;

  const visible = () => elements.filter((element) => !element.hidden);

  function show() {
    const states = new Set(buttons.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.filter));
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const element of elements) {
      const shown = (!states.size || states.has(element.dataset.state))
        && wanted.every((word) => words.get(element).includes(word));
      element.hidden = !shown;
      entries.get(element.id).hidden = !shown;
    }
    for (const item of document.querySelectorAll(".item")) {
      item.hidden = !item.querySelector(".element:not([hidden]), [data-for]:not([hidden])");
    }
    for (const group of document.querySelectorAll(".group")) {
      group.hidden = !group.querySelector(".element:not([hidden])");
    }
    for (const title of document.querySelectorAll(".list h2")) {
      title.hidden = !title.nextElementSibling.querySelector(".item:not([hidden])");
    }
    const count = visible().length;
    document.querySelector(".tally").textContent = `${count} of ${elements.length} shown`;
    document.querySelector(".nothing").hidden = count > 0;
    document.body.classList.toggle("filtered", states.size > 0);
  }

  function mark(element) {
    for (const [id, entry] of entries) {
      const link = entry.querySelector("a");
      if (element && id === element.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (current) current.classList.remove("current");
    current = element;
    if (!element) return;
    element.classList.add("current");
    entries.get(element.id).scrollIntoView({ block: "nearest" });
  }

  function go(step) {
    const shown = visible();
    if (!shown.length) return;
    const at = shown.indexOf(current);
    const next = shown[at < 0 ? (step > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + step, 0), shown.length - 1)];
    mark(next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start", behavior: reduced ? "auto" : "smooth" });
  }

  function showAll() {
    search.value = "";
    for (const button of buttons) button.setAttribute("aria-pressed", "false");
    show();
  }

  /* An address that ends in #show=missing,altered opens with that filter; #soils.description goes to the element. */
  function follow() {
    const hash = decodeURIComponent(location.hash.slice(1));
    if (hash.startsWith("show=")) {
      const states = hash.slice(5).split(",");
      for (const button of buttons) button.setAttribute("aria-pressed", String(states.includes(button.dataset.filter)));
      show();
      return;
    }
    const element = elements.find((one) => one.id === hash);
    if (!element) return;
    if (element.hidden) showAll();
    mark(element);
    element.scrollIntoView();
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      show();
    });
  }
  search.addEventListener("input", show);
  tools.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      showAll();
      search.blur();
    } else if (event.target !== search) {
      if (event.key === "/") search.focus();
      else if (event.key === "j" || event.key === "k") go(event.key === "j" ? 1 : -1);
      else return;
    } else return;
    event.preventDefault();
  });
  follow();
})();
