// Questions of tests to the MilliJan page.

/** How far down elements reach. */
function bottoms(selectors) {
  return selectors.map((selector) => document.querySelector(selector).getBoundingClientRect().bottom);
}
