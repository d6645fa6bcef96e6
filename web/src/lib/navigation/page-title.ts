import { createStore } from '../storage/create-store';

/** The document title that the current page has set. */
export const pageTitle = createStore('');

export function setPageTitle(title: string): void {
  document.title = `${title} · Sandbank`;
  pageTitle.set(document.title);
}
