import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'] }] } },
});

/** Joins class names; of two that say the same thing, the later one wins. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values));
}
