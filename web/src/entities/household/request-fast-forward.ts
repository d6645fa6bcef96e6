/** By how much, as an ISO 8601 duration. */
type Asked = (by: string) => void;

const listeners = new Set<Asked>();

/** Asks the bar of the clock to live on, from wherever a page offers it; the bar tells the rest. */
export function askForLeap(by: string): void {
  for (const listener of listeners) listener(by);
}

export function onLeapAsked(listener: Asked): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
