import { z } from 'zod';
import { NEEDS_ADDRESS } from '@/entities/customer/auth-errors';
import { codeField } from '@/entities/customer/one-time-code';
import { SHORTEST_PASSWORD } from '@/entities/customer/password-strength';
import { phoneField } from '@/entities/customer/phone-number';

const newPassword = z.string().min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`);

const emailField = z.email('Enter a valid email address.');

/** Returns true if a string looks like a phone number. */
const isNumber = (text: string) => /^[+\d\s().-]+$/.test(text);

/** Returns a field for an email address or, if the bank sends text messages, a phone number. */
function addressField(isPhoneEnabled: boolean, missing: string) {
  return z
    .string()
    .trim()
    .min(1, missing)
    .overwrite((text) => {
      const number = isPhoneEnabled && isNumber(text) ? phoneField.safeParse(text) : null;
      return number?.data ?? text;
    })
    .superRefine((text, context) => {
      const field = isPhoneEnabled && isNumber(text) ? phoneField : emailField;
      const message = field.safeParse(text).error?.issues[0]?.message;
      if (message) context.addIssue({ code: 'custom', message });
    });
}

export function authSchemas(isPhoneEnabled: boolean) {
  const missing = isPhoneEnabled ? 'Enter your email address or phone number.' : 'Enter your email address.';
  const address = addressField(isPhoneEnabled, missing);
  return {
    signIn: z.object({ address, password: z.string().min(1, 'Enter your password.') }),
    signUp: z.object({ address, password: newPassword }),
    /** One-time codes require an address. The specification defines the message. */
    sendCode: z.object({ address: addressField(isPhoneEnabled, NEEDS_ADDRESS) }),
  };
}

export const recoveryAddressSchema = z.object({ address: addressField(false, NEEDS_ADDRESS) });
export const codeSchema = z.object({ address: z.string(), code: codeField });
export const recoverSchema = z.object({ address: z.string(), code: codeField, password: newPassword });
export const secondFactorSchema = z.object({ factorId: z.string(), code: codeField });
/** Sixteen letters and digits, grouped in any way. */
export const recoveryCodeSchema = z.object({
  code: z
    .string()
    .trim()
    .refine(
      (text) => text.replace(/[^A-Za-z0-9]/g, '').length === 16,
      'Enter all 16 characters of your recovery code.',
    ),
});
