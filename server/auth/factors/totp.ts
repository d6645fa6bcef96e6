import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { decrypt, deriveKey, encrypt } from '../encryption.ts';

const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** The tolerated difference between the clocks of the phone and the server, in steps. */
const TOLERATED_STEPS = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const VERSION = 'v1';
const KEY_PURPOSE = 'secrets of factors';

/** Creates a secret (base32) and its URI. Authenticator apps show `issuer` and `account`. */
export function createTotp(issuer: string, account: string) {
  const totp = getTotp(new Secret({ size: SECRET_BYTES }).base32, issuer, account);
  const uri = totp.toString();
  // Clients put the image into a data URL without encoding it. A # would end the URL, so the colors are
  // specified by name.
  const picture = renderSVG(uri, { pixelSize: 4, border: 4, whiteColor: 'white', blackColor: 'black' });
  return { qr_code: picture, secret: totp.secret.base32, uri };
}

/**
 * Returns the 30-second step (counted from 1970) for which a code is valid, or null if the code matches no
 * current step.
 */
export function getCodeStep(secret: string, code: string, now = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const off = getTotp(secret).validate({ token: code, timestamp: now, window: TOLERATED_STEPS });
  return off === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + off;
}

function getTotp(secret: string, issuer = '', label = 'account'): TOTP {
  const form = { algorithm: 'SHA1', digits: DIGITS, period: PERIOD_SECONDS };
  return new TOTP({ ...form, issuer, label, secret: Secret.fromBase32(secret) });
}

/** Encrypts a factor's secret with a key derived from the server's secret, and binds it to the factor. */
export function sealSecret(serverSecret: Uint8Array, factorId: string, secret: string): string {
  return `${VERSION}.${encrypt(deriveKey(serverSecret, KEY_PURPOSE), secret, factorId)}`;
}

/** Decrypts the result of sealSecret. Throws if it was changed or belongs to a different factor or server. */
export function openSecret(serverSecret: Uint8Array, factorId: string, sealed: string): string {
  const [version, encrypted = ''] = sealed.split('.');
  if (version !== VERSION) throw new Error('the secret of a factor has an unknown format');
  return decrypt(deriveKey(serverSecret, KEY_PURPOSE), encrypted, factorId);
}
