import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Tokens for the provider's API. The server passes them to the client once and doesn't store them. */
export type ProviderTokens = { accessToken: string; refreshToken: string | null };

/** The two tokens under their names in a session. Omits a missing refresh token. */
export function providerTokensJson(tokens: ProviderTokens | null): Record<string, string> {
  if (!tokens) return {};
  const { accessToken, refreshToken } = tokens;
  return { provider_token: accessToken, ...(refreshToken && { provider_refresh_token: refreshToken }) };
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with a random code as the key. */
export function encryptWith(code: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, getKey(code), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts the result of encryptWith. Throws for another code. */
export function decryptWith(code: string, written: string): string {
  const bytes = Buffer.from(written, 'base64url');
  const decipher = createDecipheriv(CIPHER, getKey(code), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

function getKey(code: string): Buffer {
  return Buffer.from(hkdfSync('sha256', code, '', 'provider token', 32));
}
