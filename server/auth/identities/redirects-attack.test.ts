import { expect, test } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { redirectTarget } from './redirects.ts';

const defaults = readSettings({ SANDBANK_URL: 'https://bank.example' });
const patterns = [
  'https://*.preview.example/**',
  'https://**.branch.example/**',
  'https://app.example:8443/*',
];
const auth = {
  ...defaults.config.auth,
  site_url: 'https://bank.example',
  additional_redirect_urls: patterns,
};
const settings = { ...defaults, config: { ...defaults.config, auth } };

/** URLs that a mailed link must never redirect to, regardless of their spelling. */
test.each([
  ['another host behind a question mark', 'https://evil?.preview.example/x'],
  ['another host behind a fragment', 'https://evil#.preview.example/x'],
  ['a host that is a number', 'https://3405803783?.preview.example/x'],
  ['a host that is a hexadecimal number', 'https://0xcb007107#.preview.example/x'],
  ['a host with a dot that is none', 'https://evil\uff0eexample?.preview.example/x'],
  ['a path that ends like a host', 'https://evil.example/.branch.example/x'],
  ['a path that ends like a host, of a name without dots', 'https://evil/x.branch.example/'],
  ['a name in front of another host', 'https://bank.example:pass@evil.example/'],
  ['a name in front of our own host', 'https://evil.example:pass@bank.example/'],
  ['a name in front of an allowed host', 'https://evil.example@one.preview.example/'],
  ['another port', 'https://bank.example:8443/'],
  ['another port of an allowed host', 'https://app.example:9443/x'],
  ['no slashes', 'https:evil.example'],
  ['one slash', 'https:/evil.example'],
  ['three slashes', 'https:///evil.example'],
  ['slashes of the other kind', '\\\\evil.example'],
  ['a slash of each kind', '/\\evil.example'],
  ['no scheme', '//evil.example'],
  ['a scheme that runs code', 'javascript:alert(1)'],
  ['a scheme that runs code, in odd letters', 'JaVaScRiPt://bank.example/%0aalert(1)'],
  ['a scheme that carries a page', 'data:text/html,<script>alert(1)</script>'],
  ['a scheme around another', 'blob:https://bank.example/x'],
  ['a file', 'file:///etc/passwd'],
  ['a blank in front', ' https://evil.example'],
  ['a line feed within', 'https://bank.example\n.evil.example/'],
  ['a header of its own', 'https://bank.example/\r\nSet-Cookie: a=b'],
])('a link does not lead to %s', (_, requested) => {
  expect(redirectTarget(settings, requested, requested)).toBe('https://bank.example');
});

test('a link still leads where the operator allows, however the host is written', () => {
  for (const target of [
    'https://one.preview.example/auth?next=https://elsewhere.example/#x',
    'https://ONE.preview.example/auth',
    'https://one.preview.example:443/auth',
    'https://a.b.branch.example/auth',
    'https://app.example:8443/auth',
    'HTTPS://BANK.example/auth',
  ])
    expect(redirectTarget(settings, target, undefined)).toBe(target);
});
