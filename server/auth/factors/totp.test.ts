import { randomBytes, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { createTotp, getCodeStep, openSecret, sealSecret } from './totp.ts';

/** RFC 6238, appendix B, with SHA-1. The RFC's codes have eight digits, and ours are the last six. */
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32;
const RFC_CODES = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

describe('TOTP codes', () => {
  test.each(RFC_CODES)('at second %d match RFC 6238', (seconds, code) => {
    expect(getCodeStep(RFC_SECRET, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test('of the step before or after are accepted as that step, and others are not', () => {
    const { secret } = createTotp('Bank', 'alice@example.com');
    const now = 1_700_000_000_000;
    const codeAt = (steps: number) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now + steps * 30_000 });
    const step = Math.floor(now / 30_000);
    expect([-1, 0, 1].map((off) => getCodeStep(secret, codeAt(off), now))).toEqual([
      step - 1,
      step,
      step + 1,
    ]);
    expect([-2, 2].map((off) => getCodeStep(secret, codeAt(off), now))).toEqual([null, null]);
  });

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is not a code', (code) => {
    expect(getCodeStep(RFC_SECRET, code)).toBeNull();
  });

  test('have an address with issuer, account, and secret, and a QR code as a data URL', () => {
    const { uri, secret, qr_code: picture } = createTotp('Bank & Söhne', 'alice@example.com');
    const address = new URL(uri);
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      issuer: 'Bank & Söhne',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(decodeURIComponent(address.pathname)).toContain('alice@example.com');
    expect(picture).toMatch(/^<svg[^#]*<\/svg>$/);
  });
});

describe('stored secrets', () => {
  test('are readable only with their own factor and server key', () => {
    const [server, stranger] = [randomBytes(32), randomBytes(32)];
    const factor = randomUUID();
    const { secret } = createTotp('Bank', 'alice@example.com');
    const sealed = sealSecret(server, factor, secret);
    expect(sealed).not.toContain(secret);
    expect(sealSecret(server, factor, secret)).not.toBe(sealed);
    expect(openSecret(server, factor, sealed)).toBe(secret);
    expect(() => openSecret(stranger, factor, sealed)).toThrow();
    expect(() => openSecret(server, randomUUID(), sealed)).toThrow();
    expect(() => openSecret(server, factor, `${sealed.slice(0, -4)}AAAA`)).toThrow();
    expect(() => openSecret(server, factor, secret)).toThrow();
  });
});
