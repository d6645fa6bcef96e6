import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The parts of a request that a device uses. */
type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } };
type RequestOptions = { challenge: string };

export type Authenticator = ReturnType<typeof newAuthenticator>;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const getBytes = (text: string) => Buffer.from(text, 'base64url');
const uint = (value: number, size: number) => Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex');

/**
 * Creates a simulated security key with one ES256 credential and no attestation. `origin` is the origin of
 * the page that uses the key. Without `verifiesUser`, the key confirms only a touch.
 */
export function newAuthenticator({
  origin = 'http://sandbank.test',
  rpId = new URL(origin).hostname,
  verifiesUser = true,
} = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let userHandle = '';
  let counter = 0;

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
  const head = (flags: number) => {
    const checked = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0);
    return Buffer.concat([hash(rpId), Buffer.from([checked | flags]), uint(counter, 4)]);
  };
  const credential = <Response extends object>(response: Response) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    authenticatorAttachment: 'cross-platform' as const,
    response,
  });

  return {
    /** Resets the counter, so that the key behaves like a cloned device. */
    rewind: () => {
      counter = 0;
    },
    create({ challenge, user }: CreationOptions) {
      userHandle = user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // A COSE key with key type EC2, algorithm ES256, curve P-256, and the point's coordinates.
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(getBytes(x))],
        [cborInt(-3), cborBytes(getBytes(y))],
      ]);
      const model = Buffer.alloc(16);
      const authData = Buffer.concat([head(HAS_CREDENTIAL), model, uint(id.length, 2), id, key]);
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      return credential({
        clientDataJSON: clientData('create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['usb' as const],
      });
    },
    get({ challenge }: RequestOptions) {
      counter += 1;
      const authenticatorData = head(0);
      const data = clientData('get', challenge);
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash(data)]), privateKey);
      return credential({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      });
    },
  };
}

/** Encodes the head of a CBOR value (RFC 8949), which contains the type and the size or value. */
function cborHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([kind * 32 + size]);
  if (size < 256) return Buffer.from([kind * 32 + 24, size]);
  return Buffer.concat([Buffer.from([kind * 32 + 25]), uint(size, 2)]);
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
