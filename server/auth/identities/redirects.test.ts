import { expect, test } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { redirectTarget } from './redirects.ts';

const defaults = readSettings({ SANDBANK_URL: 'https://bank.example' });
const settings = {
  ...defaults,
  config: {
    ...defaults.config,
    auth: {
      ...defaults.config.auth,
      site_url: 'https://bank.example',
      additional_redirect_urls: ['https://*.preview.example/**', 'sandbank://open/*'],
    },
  },
};
const target = (requested?: string, referrer?: string) => redirectTarget(settings, requested, referrer);

test.each([
  'https://bank.example/dashboard?a=1#b',
  'https://one.preview.example/auth/callback',
  'sandbank://open/now',
])('a link may lead to %s', (requested) => {
  expect(target(requested)).toBe(requested);
});

test.each([
  'https://evil.example/',
  'http://bank.example/',
  'https://bank.example.evil.example/',
  'https://bank.example@evil.example/',
  'https://a.b.preview.example/',
  'https://evil.example/#.preview.example/x',
  'sandbank://open/now/then',
  'javascript:alert(1)//https://bank.example',
  'https:\\\\evil.example',
  '//evil.example',
  'http://127.0.0.1:9999/',
  '',
])('a link never leads to "%s"', (requested) => {
  expect(target(requested)).toBe('https://bank.example');
});

test('a link returns to the requesting page if it is allowed', () => {
  expect(target(undefined, 'https://bank.example/auth')).toBe('https://bank.example/auth');
  expect(target('https://evil.example/', 'https://evil.example/')).toBe('https://bank.example');
});

test('on a development machine a link may lead to any local port', () => {
  const local = readSettings({ SANDBANK_URL: 'http://localhost:3000' });
  expect(redirectTarget(local, 'http://127.0.0.1:5173/auth', undefined)).toBe('http://127.0.0.1:5173/auth');
});
