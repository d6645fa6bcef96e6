import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { AwsClient } from 'aws4fetch';
import { getBody } from '../streams.ts';
import type { ByteRange, FileStore } from './file-store.ts';

export type S3Settings = {
  /** The URL, without a trailing slash. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** True if the bucket is part of the path instead of the host name. */
  pathStyle: boolean;
};

const RETRIES = 3;
const DELETIONS_AT_ONCE = 8;

/** Stores files in an S3-compatible service's bucket under `prefix`. */
export function createS3Store(settings: S3Settings, prefix: string): FileStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const bucket = getAddress(settings);
  const base = `${bucket}/${prefix}`;
  const call = (key: string, init: RequestInit = {}) => client.fetch(`${base}/${key}`, init);

  /** Sends a file in a single attempt, because a local file's stream can't be sent twice. */
  async function send(key: string, localFile: string, size: number): Promise<Response> {
    const headers = { 'content-length': String(size), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const signed = await client.sign(`${base}/${key}`, { method: 'PUT', headers });
    const body = size === 0 ? '' : getBody(createReadStream(localFile));
    const init: RequestInit & { duplex: 'half' } = {
      method: 'PUT',
      headers: signed.headers,
      body,
      duplex: 'half',
    };
    return fetch(signed.url, init);
  }

  return {
    async put(key, localFile, size) {
      for (let rest = RETRIES; ; rest -= 1) {
        const response = await send(key, localFile, size);
        if (response.status < 500 || rest === 0) {
          await expectSuccess(response, 'taking a file');
          break;
        }
        await response.body?.cancel();
      }
      await rm(localFile, { force: true });
    },
    async read(key, range) {
      const response = await call(key, { headers: rangeHeader(range) });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) await expectSuccess(response, 'reading a file');
      return response.body ?? new Blob().stream();
    },
    async copy(from, to) {
      const source = `/${settings.bucket}/${prefix}/${from}`;
      await expectSuccess(
        await call(to, { method: 'PUT', headers: { 'x-amz-copy-source': source } }),
        'copying',
      );
    },
    async remove(keys) {
      const waiting = [...keys];
      const worker = async () => {
        for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
          const response = await call(key, { method: 'DELETE' });
          if (response.status === 404) await response.body?.cancel();
          else await expectSuccess(response, 'removing a file');
        }
      };
      await Promise.all(Array.from({ length: DELETIONS_AT_ONCE }, worker));
    },
    list: () => listFiles(prefix, (query) => client.fetch(`${bucket}?${query}`)),
  };
}

const rangeHeader = (range?: ByteRange): Record<string, string> =>
  range ? { range: `bytes=${range.first}-${range.last}` } : {};

function getAddress({ endpoint, bucket, pathStyle }: S3Settings): string {
  const url = new URL(endpoint);
  if (pathStyle) return `${url.href.replace(/\/$/, '')}/${bucket}`;
  url.host = `${bucket}.${url.host}`;
  return url.href.replace(/\/$/, '');
}

/**
 * Returns the body of a successful response. Throws if the status or the body reports a failure, because S3
 * can report a failure with status 200.
 */
async function expectSuccess(response: Response, what: string): Promise<string> {
  const text = await response.text();
  const [, code] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
  if (response.ok && !text.includes('<Error>')) return text;
  throw new Error(`The S3 service rejected ${what}: ${response.status} ${code ?? ''}`.trim());
}

async function* listFiles(prefix: string, fetchPage: (query: URLSearchParams) => Promise<Response>) {
  for (let token: string | undefined, more = true; more; ) {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}/` });
    if (token) query.set('continuation-token', token);
    const page = await expectSuccess(await fetchPage(query), 'listing');
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = getText(entry, 'Key')?.slice(prefix.length + 1) ?? '';
      yield { key, storedAt: new Date(getText(entry, 'LastModified') ?? Date.now()) };
    }
    token = getText(page, 'NextContinuationToken');
    more = getText(page, 'IsTruncated') === 'true' && token !== undefined;
  }
}

/** Returns a tag's text. Doesn't unescape it, because keys and S3's tokens contain no XML escapes. */
function getText(xml: string, tag: string): string | undefined {
  const [, text] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml) ?? [];
  return text?.replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"' };
