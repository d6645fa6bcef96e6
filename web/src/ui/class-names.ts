import { type ClassValue, clsx } from 'clsx';

/** A hook for tests, which reject conflicting class names. */
export const watched: { look?: (joined: string) => void } = {};

/**
 * Joins class names. They must not conflict, because the order of the style sheet would decide between them.
 * Use `!` to override a component's own class.
 */
export function classNames(...values: ClassValue[]): string {
  const joined = clsx(values);
  watched.look?.(joined);
  return joined;
}
