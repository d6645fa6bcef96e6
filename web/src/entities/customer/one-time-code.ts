import { z } from 'zod';

/** Spaces and hyphens between the digits are not part of the code. */
export const codeField = z
  .string()
  .overwrite((text) => text.replace(/[\s-]/g, ''))
  .regex(/^\d{6}$/, 'Enter the 6-digit code.');

/** The code in a text that was copied, as it stands in a whole message too; null when there is none, or not only one. */
export function codeIn(text: string): string | null {
  const found = [...text.matchAll(/(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/g)];
  return found.length === 1 ? (found[0]?.[0].replace(/\D/g, '') ?? null) : null;
}
