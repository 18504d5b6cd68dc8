// How tests look at a page and operate it: `Page` in pages.py calls these functions.

/** The shown elements, in one call, because a call per element takes much longer. */
function shown(selector) {
  return [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility({ visibilityProperty: true }));
}

/** Press elements in turn; each must then be the only one shown. */
function click(...selectors) {
  for (const selector of selectors) {
    const menu = shown(selector).length ? null : document.querySelector(selector)?.closest("[popover]");
    menu?.showPopover(); // That of the header, on a phone.
    const [element, ...others] = shown(selector);
    if (!element || others.length) throw new Error(`not one ${selector}`);
    element.focus?.({ preventScroll: true });
    if (element.click) element.click();
    else element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    menu?.hidePopover();
  }
}

/** Paste a text into a field, in place of its own. */
function fill(selector, text) {
  const [field] = shown(selector);
  field.focus();
  field.select();
  document.execCommand(text ? "insertText" : "delete", false, text);
}

/** Choose from a list. */
function choose(selector, value) {
  const [field] = shown(selector);
  field.value = value;
  field.dispatchEvent(new Event("change"));
}

/** Set the address, the language, and the date and speed of the next load. Another fragment alone would not load the page again. */
function prepare(language, session, address) {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.language = language;
  Object.assign(sessionStorage, session);
  history.scrollRestoration = "manual";
  history.replaceState(null, "", address);
}

/** Go to another address within the page. */
async function go(fragment) {
  if (location.hash === fragment) return;
  await new Promise((done) => {
    addEventListener("hashchange", done, { once: true });
    location.hash = fragment;
  });
}

/** The visible values: for each selector or name those of all shown elements. */
function seen(wanted) {
  const own = {
    hash: () => location.hash,
    status: () => document.getElementById("status").textContent,
    focus: () => document.activeElement.id,
    title: () => document.title,
  };
  const isInView = (e) => e.getBoundingClientRect().top >= 0 && e.getBoundingClientRect().bottom <= innerHeight;
  const property = (e, name) => (
    name === "isInView" ? isInView(e) : e[name] ?? e.getAttribute(name) ?? getComputedStyle(e)[name]);
  return Object.fromEntries(wanted.map((what) => {
    if (own[what]) return [what, [own[what]()]];
    const [selector, name] = what.split(" @");
    return [what, shown(selector).map((e) => (name ? property(e, name) : (e.innerText ?? e.textContent).trim()))];
  }));
}
