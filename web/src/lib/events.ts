/** Creates an event that some components emit and others listen to. */
export function createEvent<Details = void>() {
  const listeners = new Set<(details: Details) => void>();
  return {
    emit(details: Details): void {
      for (const listener of listeners) listener(details);
    },
    /** Calls the listener on each event. Returns a function that unsubscribes. */
    listen(listener: (details: Details) => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
