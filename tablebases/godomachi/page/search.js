/** A search for who wins two shapes that are too large for the data. */

export class Search {
  /** The size up to which all positions are known. */
  done = 0;

  hasFailed = false;

  /**
   * @param {{a: Cell[], b: Cell[]}} shapes of the same size
   * @param {"any"|"half"} maxCut
   * @param {{advanced: () => void, found: (sizes: Object[]) => void}} heard what to call when the search has got on or
   *   failed, and when it has found the sizes of a table
   */
  constructor(shapes, maxCut, { advanced, found }) {
    this.shapes = shapes;
    this.worker = new Worker("search_worker.js", { type: "module" });
    this.worker.addEventListener("message", ({ data: { done, sizes } }) => {
      if (sizes) {
        found(sizes);
      } else {
        this.done = done;
        advanced();
      }
    });
    this.worker.addEventListener("error", () => {
      this.hasFailed = true;
      advanced();
    });
    this.worker.postMessage({ ...shapes, maxCut });
  }

  cancel() {
    this.worker.terminate();
  }
}
