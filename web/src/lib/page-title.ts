type Listener = (title: string) => void;

const listeners = new Set<Listener>();

/** Sets the document's title and tells who listens: only the page itself knows when its title stands. */
export function setPageTitle(title: string): void {
  document.title = `${title} · Sandbank`;
  for (const listener of listeners) listener(document.title);
}

/** Calls back for each title that is set; returns how to stop it. */
export function onPageTitle(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
