import { useSyncExternalStore } from 'react';
import { createEvent } from '../events';

/** A value stored outside React. */
export type Store<Value> = {
  /** The initial value, which prerendered pages show. */
  initial: Value;
  get: () => Value;
  set: (next: Value) => void;
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
};

/** Creates a store that components read with `useStore`. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const { emit, listen } = createEvent();
  return {
    initial,
    get: () => value,
    set(next) {
      value = next;
      emit();
    },
    subscribe: listen,
  };
}

/** Returns the store's value and re-renders when it changes. */
export function useStore<Value>({ get, subscribe, initial }: Store<Value>, prerendered = initial): Value {
  return useSyncExternalStore(subscribe, get, () => prerendered);
}
