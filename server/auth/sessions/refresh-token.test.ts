import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSignedWith, readRefreshToken, refreshTokenKey, writeRefreshToken } from './refresh-token.ts';

const key = refreshTokenKey(randomBytes(32), 'session key');

test('a token contains its session and counter, and is signed', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.maxSafeNat(), (sessionId, counter) => {
      const written = writeRefreshToken(sessionId, counter, key);
      const token = readRefreshToken(written);
      expect(token).toMatchObject({ sessionId, counter });
      expect(token && isSignedWith(token, key)).toBe(true);
      expect(token && isSignedWith(token, refreshTokenKey(randomBytes(32), 'session key'))).toBe(false);
    }),
  );
});

test('a token with any changed character is rejected, and no text throws', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(), fc.nat(), (sessionId, counter, place) => {
      const written = writeRefreshToken(sessionId, counter, key);
      const index = place % (written.length - 1);
      const changed = `${written.slice(0, index)}${written[index] === 'A' ? 'B' : 'A'}${written.slice(index + 1)}`;
      expect(readRefreshToken(changed)).toBeNull();
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void readRefreshToken(text)));
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => void readRefreshToken(Buffer.from(bytes).toString('base64url'))),
  );
});
