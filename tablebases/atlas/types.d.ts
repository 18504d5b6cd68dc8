/** Types of the pages that no module of them can state. */

interface Array<T> {
  /** What is left after `filter(Boolean)`. */
  filter(isThere: BooleanConstructor): Exclude<T, null | undefined | false | "" | 0>[];
}

/** The atlas writes this module: the functions `picture` of pages, by their folders. */
declare module "*/pictures.js" {
  export const PICTURES: Record<string, (data: any) => import("./kit/view.js").FrontPicture>;
}

// Of the service worker, because the types of workers cannot be loaded together with those of documents.

/** The atlas writes this before the service worker. */
declare const ATLAS: { version: string; files: string[] };

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface WindowEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}

interface Window {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}
