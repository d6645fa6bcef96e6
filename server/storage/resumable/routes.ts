import { type Context, Hono } from 'hono';
import { asService, authenticate, getSubject, type StorageContext, type StorageEnv } from '../context.ts';
import { checkSize, checkType, getLimits } from '../limits.ts';
import { verifyLink } from '../links.ts';
import { type Place, requireValidKey } from '../names.ts';
import { jsonObject, toCacheControl, toPrintable } from '../receive.ts';
import { getBucket } from '../rows.ts';
import { accessDenied, getRefusal, malformed, StorageError } from '../storage-error.ts';
import { requireWritable } from '../upload.ts';
import { abandon, append, begin, type Details, find, getTarget, type Resumable } from './uploads.ts';

const VERSION = '1.0.0';
const EXTENSIONS = 'creation,creation-with-upload,termination,expiration';
const BYTES = 'application/offset+octet-stream';

/**
 * Creates the routes for resumable uploads (TUS 1.0). Requests to `/upload/resumable` require a token, and
 * requests to `/upload/resumable/sign` require a link.
 */
export function resumableRoutes(log: (error: unknown) => void): Hono<StorageEnv> {
  const routes = new Hono<StorageEnv>();
  routes.onError((error) => respondToError(error, log));

  for (const base of ['/upload/resumable/sign', '/upload/resumable']) {
    const byLink = base.endsWith('/sign');
    const findUpload = async (c: Context<StorageEnv>) => {
      checkVersion(c.req.raw);
      const { storage } = c.var;
      const id = c.req.param('id') ?? '';
      const { bucket_id: bucketId, name } = await find(storage, id, null);
      const sender = await getSender(c, byLink, { bucketId, name });
      return { access: sender.access, upload: await find(storage, id, sender.name) };
    };
    routes.on('OPTIONS', [base, `${base}/:id`], (c) => answer(204, getOptions(c.var.storage)));
    routes.post(base, (c) => {
      checkVersion(c.req.raw);
      return create(c, byLink);
    });
    routes.get(`${base}/:id`, async (c) => {
      const { upload } = await findUpload(c);
      const { received, size } = upload;
      return answer(200, {
        ...state(upload, received),
        'Upload-Length': String(size),
        'Cache-Control': 'no-store',
      });
    });
    routes.patch(`${base}/:id`, async (c) => {
      const { access, upload } = await findUpload(c);
      const offset = getCount(c.req.raw, 'upload-offset');
      if (c.req.header('content-type') !== BYTES)
        throw new StorageError(415, 'InvalidRequest', `The content type must be ${BYTES}`);
      const received = await append(access, upload, offset, c.req.raw.body);
      return answer(204, state(upload, received));
    });
    routes.delete(`${base}/:id`, async (c) => {
      const { access, upload } = await findUpload(c);
      await abandon(access.storage, upload);
      return answer(204, {});
    });
  }
  return routes;
}

async function create(c: Context<StorageEnv>, byLink: boolean): Promise<Response> {
  const { storage } = c.var;
  const request = c.req.raw;
  const metadata = getMetadata(request);
  const bucketId = metadata.get('bucketName') ?? '';
  const name = requireValidKey(metadata.get('objectName') ?? '');
  const { access, ...sender } = await getSender(c, byLink, { bucketId, name });
  const limits = getLimits(storage, await getBucket(storage, bucketId), name);
  const size = getCount(request, 'upload-length');
  checkSize(limits, size);
  const details = getDetails(metadata, sender.owner);
  checkType(limits, details.type);
  const beginning = { caller: sender.name, bucket_id: bucketId, name, upsert: sender.upsert, size, details };
  await requireWritable(access, getTarget(beginning), { mimetype: details.type, size, contentLength: size });
  const upload = await begin(storage, beginning);
  const location = `${new URL(request.url).pathname.replace(/\/$/, '')}/${upload.id}`;
  const hasBytes = request.headers.get('content-type') === BYTES;
  if (!hasBytes && size > 0) return answer(201, { Location: location, ...state(upload, 0) });
  const received = await append(access, upload, 0, hasBytes ? request.body : null);
  return answer(201, { Location: location, ...state(upload, received) });
}

/** Returns the sender of a request. Throws if neither the token nor a link to this file allows the upload. */
async function getSender(c: Context<StorageEnv>, byLink: boolean, { bucketId, name }: Place) {
  if (byLink) {
    const token = c.req.header('x-signature') ?? c.req.query('token');
    const link = await verifyLink(c.var.storage, token, 'upload', `${bucketId}/${name}`);
    const { owner = null, upsert = false } = link;
    return { access: asService(c.var.storage), owner, name: `link ${owner ?? ''}`, upsert };
  }
  // For resumable uploads, Supabase's server doesn't check for missing headers first. It reports a missing
  // token as invalid.
  const access = await authenticate(c, () => accessDenied('Invalid Compact JWS'));
  const owner = getSubject(access.caller);
  const upsert = c.req.header('x-upsert') === 'true';
  return { access, owner, name: `${access.caller.role} ${owner ?? ''}`, upsert };
}

function getDetails(given: Map<string, string>, owner: string | null): Details {
  const metadata = given.get('metadata');
  return {
    type: toPrintable(given.get('contentType') ?? null) ?? 'application/octet-stream',
    cacheControl: toCacheControl(given.get('cacheControl')),
    owner,
    userMetadata: metadata ? jsonObject(metadata) : null,
  };
}

/** Parses `Upload-Metadata`, a comma-separated list of keys with base64-encoded values. */
function getMetadata(request: Request): Map<string, string> {
  const pairs = (request.headers.get('upload-metadata') ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '));
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}

function getCount(request: Request, header: string): number {
  const text = request.headers.get(header);
  if (!text || !/^\d{1,15}$/.test(text)) throw malformed(`headers must have required property '${header}'`);
  return Number(text);
}

function checkVersion({ headers }: Request): void {
  if (headers.get('tus-resumable') !== VERSION)
    throw new StorageError(412, 'InvalidRequest', 'Tus-Resumable Required', 'InvalidRequest', {
      'Tus-Version': VERSION,
    });
}

const state = ({ expires_at }: Resumable, received: number): Record<string, string> => ({
  'Upload-Offset': String(received),
  'Upload-Expires': expires_at.toUTCString(),
});

const getOptions = ({ sizeLimit }: StorageContext): Record<string, string> => ({
  'Tus-Version': VERSION,
  'Tus-Extension': EXTENSIONS,
  'Tus-Max-Size': String(sizeLimit),
});

const answer = (status: number, headers: Record<string, string>) =>
  new Response(null, { status, headers: { 'Tus-Resumable': VERSION, ...headers } });

/** Returns the error response. TUS clients use only the status, and the body contains the reason. */
function respondToError(error: unknown, log: (error: unknown) => void): Response {
  const refusal = getRefusal(error);
  if (!refusal) log(error);
  const status = refusal && refusal.statusCode < 600 ? refusal.statusCode : 500;
  const text = status === 413 ? 'Maximum size exceeded\n' : (refusal?.message ?? 'Internal Server Error');
  return new Response(text, { status, headers: { 'Tus-Resumable': VERSION, ...refusal?.headers } });
}
