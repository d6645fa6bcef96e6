import { createStore } from './create-store';

/** The document's title as set by the current page. */
export const pageTitle = createStore('');

export function setPageTitle(title: string): void {
  document.title = `${title} · Sandbank`;
  pageTitle.set(document.title);
}
