import { type ClassValue, clsx } from 'clsx';

/** A hook for tests, which use it to reject conflicting class names. */
export const watched: { look?: (joined: string) => void } = {};

/**
 * Joins class names. The classes must not conflict, because the order in the style sheet would decide which
 * class applies. Use `!` to override a component's own class.
 */
export function classNames(...values: ClassValue[]): string {
  const joined = clsx(values);
  watched.look?.(joined);
  return joined;
}
