import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createShareLink, getSharedCode, readSharedCode } from './share-link';

const getCode = (link: string | null) => getSharedCode(new URL(link ?? '').hash) ?? '';

describe('a share link', () => {
  it.each(['', '{"title":"Größe 🏠"}', '\ufeff{}\r\n', 'x'.repeat(200_000)])(
    'returns the text unchanged',
    async (text) => {
      expect(await readSharedCode(getCode(await createShareLink('/scenarios', text)))).toBe(text);
    },
  );

  it('has its text after the #, which is not sent to the server', async () => {
    const link = new URL((await createShareLink('/forecasts/what-if', 'text')) ?? '');
    expect(link.pathname + link.search).toBe('/forecasts/what-if');
    expect(link.hash).toMatch(/^#shared=[\w-]+$/);
  });

  it('is not created for a text that is too long', async () => {
    expect(await createShareLink('/', randomBytes(20_000).toString('base64'))).toBeNull();
  });

  it.each([
    ['is cut off', 'q1YqU7Iy'],
    ['is not base64', '%%%'],
    ['expands to 100 MB', deflateRawSync(Buffer.alloc(100_000_000)).toString('base64url')],
    ['is not UTF-8', deflateRawSync(Buffer.from([0xff, 0xfe, 0xff])).toString('base64url')],
  ])('has no text if its code %s', async (_, code) => {
    expect(await readSharedCode(code)).toBeNull();
  });

  it('is recognized by its hash only', () => {
    expect([getSharedCode('#payoff'), getSharedCode(''), getSharedCode('#shared=a')]).toEqual([
      null,
      null,
      'a',
    ]);
  });
});
