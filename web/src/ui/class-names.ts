import { type ClassValue, clsx } from 'clsx';

/** A hook for tests, which reject conflicting class names. */
export const watched: { look?: (joined: string) => void } = {};

/**
 * Joins class names. No two that are given say the same thing, for the order of the style sheet would decide between them;
 * what has to win over a component's own is written with `!`.
 */
export function classNames(...values: ClassValue[]): string {
  const joined = clsx(values);
  watched.look?.(joined);
  return joined;
}
