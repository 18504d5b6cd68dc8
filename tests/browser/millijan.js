// Questions of tests to the MilliJan page.

/** How far down elements reach. */
function bottoms(selectors) {
  return selectors.map((selector) => document.querySelector(selector).getBoundingClientRect().bottom);
}

/** Whether the text of an element is in view and below another one. */
function isBelow(selector, upper) {
  const [{ top, bottom }, above] = [selector, upper].map((one) => document.querySelector(one).getBoundingClientRect());
  return top >= above.bottom && bottom <= innerHeight;
}
