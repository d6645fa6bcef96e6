import { createHash } from 'node:crypto';

type HeaderList = [name: string, value: string][];

export const commonHeaders: HeaderList = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
];

/** Headers for every response if the bank uses HTTPS only. */
export const httpsHeaders: HeaderList = [['Strict-Transport-Security', 'max-age=31536000']];

/** Additional headers for HTML pages. */
export const documentHeaders: HeaderList = [
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  [
    'Permissions-Policy',
    'camera=(), geolocation=(), payment=(), usb=(), browsing-topics=(), publickey-credentials-get=(self)',
  ],
];

/** Headers that allow any origin to call the API, which is protected by tokens instead of cookies. */
export const corsHeaders: HeaderList = [
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    'Content-Range, Content-Location, Location, Preference-Applied, X-Total-Count, Link, X-Request-Id, X-Supabase-Api-Version, x-sb-error-code, x-relay-error, Retry-After, ETag, Upload-Offset, Upload-Length, Upload-Expires, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size',
  ],
];

const ALLOWED_HEADERS =
  'accept, authorization, x-client-info, apikey, content-type, x-retry-count, prefer, range, range-unit, accept-profile, content-profile, x-upsert, x-metadata, cache-control, x-supabase-api-version, x-region, x-request-id, traceparent, tracestate, baggage, x-robots-tag, x-signature, if-none-match, tus-resumable, upload-length, upload-offset, upload-metadata';

/** Matches a list of valid header names. Excludes characters that could end the line. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, -]{1,2000}$/;

/** Responds to a CORS preflight. Client libraries can send additional headers. */
export function preflight(requested: string | null): Response {
  const more = requested !== null && HEADER_NAMES.test(requested) ? `, ${requested}` : '';
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD',
      'Access-Control-Allow-Headers': ALLOWED_HEADERS + more,
      'Access-Control-Max-Age': '86400',
      Vary: 'Access-Control-Request-Headers',
    },
  });
}

/**
 * Returns a page's Content-Security-Policy. Scripts and styles must be from this origin or match a hash.
 * `connect` lists additional origins for requests.
 */
export function contentSecurityPolicy(html: string, connect: readonly string[]): string {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes))
    .map(([, , code = '']) => hash(code));
  const hashAll = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, code = '']) => hash(code));
  const styles = hashAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi);
  const attributes = hashAll(/<[a-z][^<>]*?\sstyle="([^"]*)"/gi);
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    // Allows the style attributes of prerendered elements. The policy doesn't apply to styles set by scripts.
    ...(attributes.length > 0
      ? [`style-src-attr ${["'unsafe-hashes'", ...new Set(attributes)].join(' ')}`]
      : []),
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
