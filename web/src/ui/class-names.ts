import { type ClassValue, clsx } from 'clsx';

/** A hook with which tests reject conflicting class names. */
export const watched: { look?: (joined: string) => void } = {};

/**
 * Joins class names. They must not conflict, because the style sheet's order would then decide which one
 * applies. Use `!` to override a component's own class.
 */
export function classNames(...values: ClassValue[]): string {
  const joined = clsx(values);
  watched.look?.(joined);
  return joined;
}
