import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path: string; message: unknown; claims: Record<string, unknown>; ttl: number };

/**
 * Starts a push service that receives messages over HTTP. It verifies the sender and decrypts the messages as
 * a browser would (RFC 8291, 8292).
 */
export async function openPushReceiver() {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const secret = randomBytes(16);
  const received: Received[] = [];
  /** The response status for each path; 201 for all other paths. */
  const answers = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const path = request.url ?? '';
    const status = answers.get(path) ?? 201;
    if (status === 201)
      received.push({
        path,
        message: decrypted(Buffer.concat(parts), browser, secret),
        claims: checkedClaims(request.headers.authorization ?? ''),
        ttl: Number(request.headers.ttl),
      });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    answers,
    keys: { p256dh: browser.getPublicKey('base64url'), auth: secret.toString('base64url') },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function decrypted(body: Buffer, browser: ReturnType<typeof createECDH>, secret: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > recordSize) throw new Error('The message is longer than its record.');
  const shared = browser.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', shared, secret, info, 32));
  const key = hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  return JSON.parse(padded.subarray(0, end).toString('utf8'));
}

function checkedClaims(authorization: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+),\s?k=([\w-]+)$/i.exec(authorization) ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey;
  const publicKey = createPublicKey({ key: jwk as never, format: 'jwk' });
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGenuine) throw new Error('The message was not signed by the key it names.');
  return { ...JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')), key };
}
