import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A refresh token with its session id and its number in that session. Tokens are signed, not stored. Format:
 * base64url(version ‖ session id ‖ number as varint ‖ first half of HMAC-SHA256 ‖ CRC-32 of all preceding
 * bytes).
 */
export type RefreshToken = { sessionId: string; counter: number; signed: Buffer; signature: Buffer };

const VERSION = 0;
const SESSION_ID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const CHECKSUM_BYTES = 4;
const LONGEST_TOKEN = 100;

/** Creates a session's refresh token with the given number. `key` is the result of refreshTokenKey. */
export function writeRefreshToken(sessionId: string, counter: number, key: Buffer): string {
  const signed = Buffer.concat([
    Buffer.from([VERSION]),
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    varint(counter),
  ]);
  const token = Buffer.concat([signed, getSignature(signed, key)]);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(token));
  return Buffer.concat([token, checksum]).toString('base64url');
}

/** Parses a token but doesn't check its signature. Returns null if the token is malformed. */
export function readRefreshToken(input: string): RefreshToken | null {
  if (input.length > LONGEST_TOKEN || !/^[\w-]+$/.test(input)) return null;
  const bytes = Buffer.from(input, 'base64url');
  const token = bytes.subarray(0, -CHECKSUM_BYTES);
  const signed = token.subarray(0, -SIGNATURE_BYTES);
  if (signed.length < 2 + SESSION_ID_BYTES || signed[0] !== VERSION) return null;
  if (crc32(token) !== bytes.readUInt32BE(token.length)) return null;
  const counter = readVarint(signed.subarray(1 + SESSION_ID_BYTES));
  if (counter === null) return null;
  const id = signed.subarray(1, 1 + SESSION_ID_BYTES).toString('hex');
  const sessionId = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { sessionId, counter, signed, signature: token.subarray(-SIGNATURE_BYTES) };
}

/** Checks the token's signature in constant time. */
export function isSignedWith(token: RefreshToken, key: Buffer): boolean {
  return timingSafeEqual(token.signature, getSignature(token.signed, key));
}

/** Derives the signing key of a session's tokens. The database stores only half of the input. */
export function refreshTokenKey(serverSecret: Uint8Array, sessionKey: string): Buffer {
  return createHmac('sha256', serverSecret).update(`refresh token ${sessionKey}`).digest();
}

function getSignature(signed: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(signed).digest().subarray(0, SIGNATURE_BYTES);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function readVarint(bytes: Buffer): number | null {
  let value = 0;
  for (const [place, byte] of bytes.entries()) {
    const isLast = place === bytes.length - 1;
    if (byte < 128 !== isLast) return null;
    value += (byte % 128) * 128 ** place;
  }
  return Number.isSafeInteger(value) ? value : null;
}
