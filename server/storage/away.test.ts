import { expect, test } from 'vitest';
import { startStorageServer } from './testing/server.ts';

test('while the database is down, clients are asked to retry', async () => {
  const server = await startStorageServer();
  try {
    const { client, id, token } = await server.customer();
    const from = client.storage.from('private');
    expect((await from.upload(`${id}/kept`, new Blob(['kept']))).error).toBeNull();
    await server.context.database.close();

    for (const { error } of [
      await from.list(id),
      await from.download(`${id}/kept`),
      await from.upload(`${id}/lost`, new Blob(['lost'])),
      await from.remove([`${id}/kept`]),
      await server.service.storage.listBuckets(),
    ])
      expect(error).toMatchObject({ status: 503 });

    const headers = { authorization: `Bearer ${token}` };
    const answer = await server.fetch(`${server.url}/storage/v1/object/private/${id}/kept`, { headers });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({
      statusCode: '503',
      message: 'The bank is restarting. Please try again.',
    });
    const resumable = await server.fetch(`${server.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-length': '4',
        'upload-metadata': `bucketName ${btoa('private')},objectName ${btoa(`${id}/lost`)}`,
      },
    });
    expect(resumable.status).toBe(503);
  } finally {
    await server.close();
  }
});
