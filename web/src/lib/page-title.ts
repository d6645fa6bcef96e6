type Listener = (title: string) => void;

const listeners = new Set<Listener>();

/** Sets the document's title and notifies listeners. */
export function setPageTitle(title: string): void {
  document.title = `${title} · Sandbank`;
  for (const listener of listeners) listener(document.title);
}

/** Calls back for each new title. Returns a function that stops it. */
export function onPageTitle(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
