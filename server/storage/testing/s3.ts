import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';
import type { S3Settings } from '../stores/s3-store.ts';

/** The credentials of the S3 test server. */
const ACCOUNT = 'S3RVER';

/**
 * Starts a real S3 server behind a proxy. The server doesn't verify version 4 signatures, so the proxy
 * verifies them as Amazon's documentation describes
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export async function startS3(directory: string, bucket: string) {
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await s3.run();
  const gate = createServer((incoming, outgoing) => {
    if (isSigned(incoming)) pass(incoming, outgoing, port);
    else outgoing.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: ACCOUNT,
    secretAccessKey: ACCOUNT,
    pathStyle: true,
  };
  return {
    settings,
    async close() {
      gate.closeAllConnections();
      await new Promise((resolve) => gate.close(resolve));
      await s3.close();
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming;
  const onward = request({ port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [path = '', query = ''] = url.split('?', 2);
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${ACCOUNT}`);
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  return hmac(key, toSign).toString('hex') === signature;
}
