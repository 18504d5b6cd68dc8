// Functions that the stories of the page of results ask.

/** The number of screens of a phone of 390 x 844 that the page needs. */
function screens() {
  return Math.ceil(document.documentElement.scrollHeight / 844);
}
