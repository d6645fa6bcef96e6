import { parseEmail } from '../mail/email-address.ts';
import type { Metadata } from '../request-body.ts';

/** A provider's identity. `email` is in lower case, or null if the provider sent none. */
export type Person = {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  /** The stored identity data, with Supabase's field names. */
  data: Metadata;
};

const LONGEST_TEXT = 1024;
const LONGEST_SUBJECT = 255;
const TEXTS = ['name', 'given_name', 'family_name', 'nickname', 'preferred_username', 'picture', 'locale'];

/** Returns the identity in the claims of an ID token or user-info response. Throws if there is no subject. */
export function getPerson(claims: Record<string, unknown>): Person {
  const subject = getText(claims.sub);
  if (subject === null || subject === '' || subject.length > LONGEST_SUBJECT)
    throw new Error('the provider sent no subject');
  const email = getEmail(claims.email);
  const emailVerified = email !== null && isTrue(claims.email_verified ?? claims.xms_edov);
  const texts = Object.fromEntries(
    TEXTS.map((name) => [name, getText(claims[name])]).filter(([, value]) => value !== null),
  );
  const { name, picture, preferred_username: userName } = texts;
  const domain = getText(claims.hd);
  const data = {
    ...texts,
    ...(name && { full_name: name }),
    ...(picture && { avatar_url: picture }),
    ...(userName && { user_name: userName }),
    ...(domain && { custom_claims: { hd: domain } }),
    ...(email && { email }),
    iss: getText(claims.iss) ?? '',
    sub: subject,
    provider_id: subject,
    email_verified: emailVerified,
    phone_verified: false,
  };
  return { subject, email, emailVerified, data };
}

/** Returns text that can be stored in the database and in a token, or null for other values. */
function getText(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT) return null;
  return /\0|\p{Surrogate}/u.test(value) ? null : value;
}

function getEmail(value: unknown): string | null {
  const input = getText(value);
  if (!input) return null;
  try {
    return parseEmail(input);
  } catch {
    return null;
  }
}

/** Returns true if a provider's value means true. Some providers send booleans as text or numbers. */
const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1';
