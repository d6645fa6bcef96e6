import fc from 'fast-check';
import type { Attempt } from './attempts.ts';
import type { FuzzedBank } from './bank.ts';
import { brokenBody, escaped, oddText, oddValue } from './values.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const DESTINATIONS =
  `POST /signup|POST /token?grant_type=password|POST /token?grant_type=refresh_token|POST /token?grant_type=pkce
  POST /token?grant_type=id_token|POST /token|POST /otp|POST /magiclink|POST /recover|POST /resend|POST /verify|GET /verify
  PUT /user|GET /user|POST /logout|GET /settings|GET /health|GET /.well-known/jwks.json|GET /authorize|GET /callback
  POST /callback|POST /sso|POST /invite|POST /admin/generate_link|GET /admin/users|POST /admin/users
  PUT /admin/users/${NOBODY}|DELETE /admin/users/${NOBODY}|GET /reauthenticate|GET /user/identities/authorize
  DELETE /user/identities/${NOBODY}|POST /factors|POST /factors/${NOBODY}/challenge|POST /factors/${NOBODY}/verify
  DELETE /factors/${NOBODY}|GET /passkeys|POST /passkeys/registration/options|POST /passkeys/registration/verify
  POST /passkeys/authentication/options|POST /passkeys/authentication/verify|PATCH /passkeys/${NOBODY}
  GET /admin/users/${NOBODY}/factors|DELETE /admin/users/${NOBODY}/factors/${NOBODY}`.split(/[|\n]\s*/);
const MEMBERS =
  'email phone password data type token token_hash refresh_token auth_code code_verifier code_challenge code_challenge_method nonce create_user user_metadata app_metadata ban_duration id role provider id_token access_token domain provider_id redirect_to factor_type friendly_name challenge_id code credential channel gotrue_meta_security attributes email_confirm __proto__ constructor'.split(
    ' ',
  );
const QUERY =
  'type token redirect_to grant_type page per_page filter scope provider scopes state code code_challenge code_challenge_method error error_description email sort'.split(
    ' ',
  );
const TYPES = [
  'application/json',
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'x/y',
];

/** Generates sign-in API requests from callers with any role. */
export async function authAttempts(bank: FuzzedBank): Promise<fc.Arbitrary<Attempt>> {
  const [token = ''] = bank.tokens;
  const place = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...DESTINATIONS) },
    { weight: 1, arbitrary: oddText.map((text) => `GET /${escaped(text).slice(0, 2000)}`) },
    { weight: 1, arbitrary: oddText.map((text) => `PUT /admin/users/${escaped(text).slice(0, 2000)}`) },
    { weight: 1, arbitrary: oddText.map((text) => `POST /factors/${escaped(text).slice(0, 2000)}/verify`) },
  );
  const knownValues = fc.constantFrom(
    ...[
      'a@example.com',
      'signup',
      'recovery',
      'magiclink',
      'a long enough passphrase',
      'totp',
      'github',
      'S256',
    ],
  );
  const value = fc.oneof({ weight: 2, arbitrary: oddValue }, { weight: 1, arbitrary: knownValues });
  const body = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .dictionary(fc.constantFrom(...MEMBERS), value, { maxKeys: 6 })
        .map((fields) => JSON.stringify(fields)),
    },
    { weight: 1, arbitrary: brokenBody },
  );
  const query = fc
    .dictionary(fc.constantFrom(...QUERY), fc.oneof(oddText, knownValues), { maxKeys: 3 })
    .map((fields) =>
      Object.entries(fields)
        .map(([name, text]) => `${name}=${escaped(text).slice(0, 2000)}`)
        .join('&'),
    );
  // The first customer stays signed in, because other targets need the token.
  const sender = fc.constantFrom('', 'a.b.c', bank.anonKey, bank.serviceKey, token);
  const extra = fc.record(
    {
      'x-supabase-api-version': oddText,
      'x-forwarded-for': oddText,
      'user-agent': oddText,
      referer: oddText,
      redirect_to: oddText,
      host: oddText.map((text) => text.replace(/[^\w.:-]/g, '').slice(0, 100) || 'a'),
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(place, query, body, sender, extra, fc.constantFrom(...TYPES))
    .filter(([where, , , bearer]) => !(bearer === token && /logout|^DELETE/.test(where)))
    .map(([where, search, text, bearer, headers, type]) => {
      const [method = '', path = ''] = where.split(' ', 2);
      return {
        method,
        path: `/auth/v1${path}${path.includes('?') ? '&' : '?'}${search}`,
        headers: {
          ...(headers as Record<string, string>),
          apikey: bank.anonKey,
          'content-type': type,
          ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
        },
        body: method === 'GET' ? null : text,
      };
    });
}
