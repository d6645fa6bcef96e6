import { decrypt, deriveKey, encrypt } from '../encryption.ts';

/** Tokens for the provider's API. The server passes them to the client once and doesn't store them. */
export type ProviderTokens = { accessToken: string; refreshToken: string | null };

/** Returns both tokens with their names in a session. Omits the refresh token if there is none. */
export function providerTokensJson(tokens: ProviderTokens | null): Record<string, string> {
  if (!tokens) return {};
  const { accessToken, refreshToken } = tokens;
  return { provider_token: accessToken, ...(refreshToken && { provider_refresh_token: refreshToken }) };
}

const getKey = (code: string) => deriveKey(code, 'provider token');

/** Encrypts a string with a key that is derived from a random code. */
export const encryptWith = (code: string, text: string) => encrypt(getKey(code), text);

/** Decrypts a string that encryptWith encrypted. Throws if the code is different. */
export const decryptWith = (code: string, encrypted: string) => decrypt(getKey(code), encrypted);
