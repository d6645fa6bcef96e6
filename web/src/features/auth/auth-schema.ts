import { z } from 'zod';
import { NEEDS_ADDRESS } from '@/lib/auth-errors';

import { SHORTEST_PASSWORD } from '@/ui/password-strength';

const email = z
  .string()
  .trim()
  .min(1, 'Enter your e-mail address.')
  .email('This is not a complete e-mail address.');
const newPassword = z.string().min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`);
const code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'The code has six digits.');

export const signInSchema = z.object({ email, password: z.string().min(1, 'Enter your password.') });
export const signUpSchema = z.object({ email, password: newPassword });
/** One-time codes need an address; the specification's sentence says so. */
export const addressSchema = z.object({ email: email.or(z.literal('').refine(() => false, NEEDS_ADDRESS)) });
export const codeSchema = z.object({ email, code });
export const recoverSchema = z.object({ email, code, password: newPassword });
export const secondFactorSchema = z.object({ factorId: z.string(), code });
/** Sixteen letters and digits; however they are grouped. */
export const recoveryCodeSchema = z.object({
  code: z
    .string()
    .trim()
    .refine((text) => text.replace(/[^A-Za-z0-9]/g, '').length === 16, 'A recovery code has 16 characters.'),
});
