/** Types of the pages that no module of them can state. */

interface Array<T> {
  /** What is left after `filter(Boolean)`. */
  filter(isThere: BooleanConstructor): Exclude<T, null | undefined | false | "" | 0>[];
}

/** The atlas writes this module: the functions `picture` of pages, by their folders. */
declare module "*/pictures.js" {
  export const PICTURES: Record<string, (data: any) => import("./kit/view.js").FrontPicture>;
}
