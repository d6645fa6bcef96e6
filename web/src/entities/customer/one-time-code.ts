import { z } from 'zod';

/** A six-digit code. Spaces and hyphens between the digits are allowed. */
export const codeField = z
  .string()
  .overwrite((text) => text.replace(/[\s-]/g, ''))
  .regex(/^\d{6}$/, 'Enter the 6-digit code.');

/** Returns the code in copied text, such as a whole message; null if there is none or more than one. */
export function codeIn(text: string): string | null {
  const candidates = [...text.matchAll(/(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/g)];
  return candidates.length === 1 ? (candidates[0]?.[0].replace(/\D/g, '') ?? null) : null;
}
