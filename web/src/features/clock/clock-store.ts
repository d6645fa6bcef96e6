import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { getDay } from '@/lib/dates';
import { createStore, useStore } from '@/lib/storage/create-store';

/** A fast-forward in progress. Instants are in milliseconds. */
export type FastForwardState = {
  from: number;
  to: number;
  /** The instant up to which the bank has posted. */
  at: number;
  /** The data after the fast-forward; null until the bank has answered. */
  ahead: QueryClient | null;
  cancel: () => void;
};

/** Longer than any month. A longer fast-forward is posted month by month. */
const MONTH_MS = 32 * 86_400_000;

const fastForward = createStore<FastForwardState | null>(null);

/** The instant that the clock shows during a fast-forward. It changes with every frame. */
const shownInstant = createStore<number | null>(null);

/** Returns the fast-forward in progress, no matter where it was started; null if there is none. */
export const useFastForward = () => useStore(fastForward);

/** Returns true for a fast-forward of several months, which shows months instead of days. */
export const isLongFastForward = ({ from, to }: FastForwardState) => to - from > MONTH_MS;

export const getFastForward = fastForward.get;

/** Calls the listener when a fast-forward starts, continues, or ends. Returns a function that unsubscribes. */
export const onFastForwardChange = fastForward.subscribe;

/** Returns true during a fast-forward. Changed data is reloaded only when the fast-forward ends. */
export const isFastForwarding = () => fastForward.get() !== null;

export function setFastForward(state: FastForwardState | null): void {
  shownInstant.set(state?.from ?? null);
  fastForward.set(state);
}

export function updateFastForward(change: Partial<FastForwardState>): void {
  const current = fastForward.get();
  if (current) fastForward.set({ ...current, ...change });
}

/** Records that the bank has posted up to an instant. */
export function advanceFastForward(at: number): void {
  const current = fastForward.get();
  if (current && at > current.at) fastForward.set({ ...current, at });
}

export const showInstant = shownInstant.set;

/** Returns the instant that the clock shows during a fast-forward; null at other times. */
export const useShownInstant = () => useStore(shownInstant);

/** Returns the day that the clock shows during a fast-forward, such as `2026-10-14`; null at other times. */
export function useShownDay(timeZone: string): string | null {
  return useSyncExternalStore(shownInstant.subscribe, () => {
    const instant = shownInstant.get();
    return instant === null ? null : getDay(new Date(instant), timeZone);
  });
}

/**
 * Returns the result of a query after the fast-forward, once the bank has posted everything; undefined at
 * other times.
 */
export const useAhead = <Data>(queryKey: QueryKey): Data | undefined =>
  useFastForward()?.ahead?.getQueryData<Data>(queryKey);
