import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts messages for browsers (RFC 8291) with node:crypto, which both Node and Deno provide. The usual
 * library, web-push, would add five packages, including an ASN.1 parser and a proxy agent. The notification
 * tests decrypt messages with a browser's keys.
 */

/** Constants of RFC 8188 and RFC 8291. */
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SECRET_BYTES = 32;
const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
/** The delimiter of the last record. */
const LAST_RECORD = 2;
const LONGEST_TEXT_BYTES = RECORD_BYTES - TAG_BYTES - 1;

/**
 * Encrypts text for a browser's keys (both base64url): aes128gcm, one record, with a new key pair and salt.
 * Throws for invalid keys and for text that doesn't fit into a record.
 */
export function encrypt(
  text: string,
  { p256dh, auth }: { p256dh: string; auth: string },
): Uint8Array<ArrayBuffer> {
  const plain = Buffer.from(text, 'utf8');
  if (plain.length > LONGEST_TEXT_BYTES) throw new RangeError("The message doesn't fit into a record.");
  const browserKey = Buffer.from(p256dh, 'base64url');
  const own = createECDH('prime256v1');
  const ownKey = own.generateKeys();
  const salt = randomBytes(SALT_BYTES);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey]);
  const input = deriveKey(own.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, SECRET_BYTES);
  const key = deriveKey(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES);
  const nonce = deriveKey(input, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [
    cipher.update(plain),
    cipher.update(Buffer.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(RECORD_BYTES);
  return new Uint8Array(Buffer.concat([salt, recordSize, Buffer.of(ownKey.length), ownKey, ...record]));
}

const deriveKey = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
