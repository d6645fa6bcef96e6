import fc from 'fast-check';

const oneOf = (...texts: string[]) => fc.constantFrom(...texts);

/** Valid header text. fetch rejects other characters. */
const headerText = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  })
  .filter((text) => !text.includes('\u007f'))
  .map((text) => text.trim());

const mostly = (usual: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: headerText });

const mediaTypes = oneOf(
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose|settings|buffers|wal|x',
  'application/vnd.pgrst.plan+text; for="application/geo+json"',
  'application/vnd.pgrst.plan; for="x',
  'application/geo+json',
  'text/csv;q=0.1, */*;q=0',
  'text/html, image/*, application/*;q=x',
  ',;,=";',
);

/** Headers that the table interface reads, with valid and invalid values. */
export const headers = fc.record(
  {
    Accept: mostly(mediaTypes),
    'Accept-Encoding': mostly(oneOf('gzip, br', 'br;q=0, *;q=0.5', 'identity;q=NaN', 'gzip;q=')),
    'Accept-Profile': mostly(oneOf('public', 'auth', 'pg_catalog', 'platform', '')),
    'Content-Profile': mostly(oneOf('public', 'storage', 'PUBLIC')),
    'Content-Type': mostly(
      oneOf(
        'application/json; charset=x',
        'text/csv',
        'text/plain',
        'text/xml',
        'multipart/form-data',
        'a/b+json',
      ),
    ),
    Prefer: mostly(
      oneOf(
        'tx=rollback, return=representation',
        'tx=rollback, count=estimated, handling=strict, max-affected=0',
        'timezone=Etc/GMT+12, return=headers-only',
        'handling=strict, timezone=Mars/Olympus',
        'max-affected=999999999999',
        'return=minimal,return=representation,,=,x=y=z',
      ),
    ),
    Range: mostly(oneOf('0-0', '5-', '-5', '9-1', '0-999999999999999', 'items=0-5', '1-2, 3-4')),
    'Range-Unit': mostly(oneOf('items', 'bytes')),
    Cookie: mostly(oneOf('a=b; c', '=;;=', 'x="y;z"', '__proto__=1')),
    traceparent: mostly(oneOf('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')),
    'X-Request-Id': headerText,
    'X-Forwarded-For': mostly(oneOf('1.2.3.4, 5.6.7.8', '::1', 'unknown')),
    'X-Retry-Count': headerText,
  },
  { requiredKeys: [] },
);

/** Methods that clients can send. fetch refuses CONNECT and TRACE. */
export const method = oneOf('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'QUERY', 'get', 'x');

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = fc.record(
  {
    role: fc.oneof(oneOf('authenticated', 'service_role', 'postgres', 'none', ''), fc.jsonValue()),
    sub: fc.oneof(oneOf('x', '11111111-1111-4111-8111-111111111111'), fc.jsonValue()),
    exp: fc.oneof(fc.integer(), fc.double(), fc.constantFrom('soon', null)),
    aud: fc.jsonValue({ maxDepth: 1 }),
  },
  { requiredKeys: [] },
);

/** Invalid tokens: forged, signed with another algorithm, truncated, or malformed. */
export const forgedToken = fc.oneof(
  fc
    .tuple(oneOf('none', 'HS256', 'ES256', 'RS256', 'x'), claims, oneOf('', 'AAAA', '$'))
    .map(([alg, body, signature]) => `${base64({ alg, typ: 'JWT', kid: 'x' })}.${base64(body)}.${signature}`),
  oneOf('a.b.c', '..', 'sb_secret_x', 'sb_publishable_x', 'null', 'undefined', '.'.repeat(50)),
  headerText,
);

/** Unusual claims of validly signed tokens. */
export const oddClaims = claims;

/**
 * Returns authorization headers for a token, including a truncated token, a repeated token, and another
 * scheme.
 */
export const tokenHeader = (token: string) =>
  fc.constantFrom(
    `Bearer ${token}`,
    `bearer ${token}`,
    `Bearer ${token.slice(0, -3)}`,
    `Bearer  ${token} ${token}`,
    `Basic ${token}`,
    token,
    'Bearer',
    'Bearer ',
  );
