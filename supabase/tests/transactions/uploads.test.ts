import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer } from '../../../server/testing/server.ts';

const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF';
const PAGE = '<html><script>alert(1)</script></html>';

describe('an upload', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let alice: SupabaseClient;
  let bob: SupabaseClient;

  beforeAll(async () => {
    server = await startTestServer();
    [alice, bob] = await Promise.all([customer(), customer()]);
  });
  afterAll(() => server.close());

  async function customer(): Promise<SupabaseClient> {
    const client = getClient(server);
    const { error } = await client.auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse battery',
    });
    if (error) throw error;
    await client.rpc('ensure_customer', { time_zone: 'UTC' }).throwOnError();
    return client;
  }

  const getId = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.id ?? '';

  async function upload(
    client: SupabaseClient,
    name: string,
    content: BlobPart,
    id: string = crypto.randomUUID(),
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const form = new FormData();
    form.set('id', id);
    form.set('name', name);
    form.set('file', new Blob([content]), 'blob');
    const { data, error } = await client.functions.invoke('upload-document', { body: form });
    if (error === null) return { status: 200, body: data };
    return { status: error.context.status, body: await error.context.json() };
  }

  async function getDocuments(client: SupabaseClient, name = 'Lease.pdf') {
    const { body } = await upload(client, name, PDF);
    return body as { id: string; path: string; sha256: string };
  }

  it('is stored under its owner and downloads unchanged', async () => {
    const { status, body } = await upload(alice, 'Lease.pdf', PDF);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Lease.pdf',
      kind: 'upload',
      mime_type: 'application/pdf',
      size: PDF.length,
    });
    expect(body.path).toBe(`${await getId(alice)}/${body.id}`);
    const { data } = await alice.storage.from('documents').download(String(body.path));
    expect(await data?.text()).toBe(PDF);
  });

  it('is stored once, however often it is sent', async () => {
    const id = crypto.randomUUID();
    const first = await upload(alice, 'Twice.pdf', PDF, id);
    const second = await upload(alice, 'Twice.pdf', PDF, id);
    expect(second.body).toEqual(first.body);
    const secondUpload = await upload(alice, 'Twice.pdf', `${PDF} and more`, id);
    expect(secondUpload).toMatchObject({ status: 422, body: { code: 'BADFL' } });
  });

  it.each([
    ['a program', 'invoice.pdf', 'MZ\u0090\u0000 a program', 'content'],
    ['a page', 'notes.txt', PAGE, 'active'],
    ['an archive', 'bomb.pdf', 'PK\u0003\u0004 forty gigabytes', 'content'],
    ['two endings', 'invoice.pdf.exe', PDF, 'ending'],
    ['a path', '../../../etc/passwd.pdf', PDF, 'name'],
    ['a null', 'photo.pdf\u0000.png', PDF, 'name'],
    ['a name that reads backwards', 'x\u202efdp.exe', PDF, 'name'],
    ['nothing', 'empty.pdf', '', 'empty'],
    ['eleven megabytes', 'large.pdf', new Uint8Array(11 * 1024 * 1024), 'size'],
  ])('of %s is refused and leaves nothing behind', async (_what, name, content, reason) => {
    const before = (await server.context.database.owner`select count(*) from storage.objects`)[0]?.count;
    const { status, body } = await upload(alice, name, content);
    expect(status).toBe(422);
    expect(body.code).toBe('BADFL');
    expect(body.reason).toBe(reason);
    expect((await server.context.database.owner`select count(*) from storage.objects`)[0]?.count).toBe(
      before,
    );
  });

  it("is refused for visitors, forms without a file, and other customers' folders", async () => {
    expect(await upload(getClient(server), 'Lease.pdf', PDF)).toMatchObject({ status: 401 });
    const { error } = await alice.functions.invoke('upload-document', { body: { name: 'Lease.pdf' } });
    expect(await error.context.json()).toMatchObject({ code: 'BADFL' });
    const { data: folder } = await bob.from('document_folders').insert({ name: 'Home' }).select().single();
    const form = new FormData();
    for (const [field, value] of Object.entries({
      id: crypto.randomUUID(),
      name: 'a.pdf',
      folder_id: folder.id,
    }))
      form.set(field, value);
    form.set('file', new Blob([PDF]));
    const refused = await alice.functions.invoke('upload-document', { body: form });
    expect(await refused.error.context.json()).toMatchObject({ code: 'NTFND' });
  });

  it("can't bypass the content check by writing to the bucket", async () => {
    const mine = await getDocuments(alice);
    const files = alice.storage.from('documents');
    const page = new Blob([PAGE], { type: 'application/pdf' });
    for (const path of [
      `${await getId(alice)}/page.pdf`,
      mine.path,
      `${await getId(bob)}/page.pdf`,
      'page.pdf',
    ]) {
      expect((await files.upload(path, page)).error, path).not.toBeNull();
      expect((await files.upload(path, page, { upsert: true })).error, path).not.toBeNull();
      expect((await files.update(path, page)).error, path).not.toBeNull();
    }
    expect((await files.move(mine.path, `${await getId(alice)}/moved`)).error).not.toBeNull();
    expect((await files.copy(mine.path, `${await getId(alice)}/copied`)).error).not.toBeNull();
    expect((await files.remove([mine.path])).data).toEqual([]);
    expect(await (await files.download(mine.path)).data?.text()).toBe(PDF);
  });

  it('is private to its owner by every route', async () => {
    const hers = await getDocuments(alice);
    const folder = await getId(alice);
    for (const stranger of [bob, getClient(server)]) {
      const files = stranger.storage.from('documents');
      expect((await files.download(hers.path)).data).toBeNull();
      expect((await files.createSignedUrl(hers.path, 60)).data).toBeNull();
      expect((await files.info(hers.path)).data).toBeNull();
      expect((await files.list(folder)).data ?? []).toEqual([]);
      expect((await files.copy(hers.path, 'mine')).error).not.toBeNull();
      expect((await files.remove([hers.path])).data ?? []).toEqual([]);
      const url = files.getPublicUrl(hers.path).data.publicUrl;
      expect((await server.fetch(url)).status).toBe(400);
    }
    expect((await bob.from('documents').select().eq('id', hers.id)).data).toEqual([]);
  });

  it('downloads as an attachment, without content sniffing', async () => {
    const { path } = await getDocuments(alice, 'Lease "2026".pdf'.replaceAll('"', ''));
    const { data } = await alice.storage
      .from('documents')
      .createSignedUrl(path, 60, { download: 'Lease.pdf' });
    const { headers } = await server.fetch(String(data?.signedUrl));
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toBe('application/pdf');
  });

  it('counts toward a limit of 200 MB per customer', async () => {
    const client = await customer();
    const id = await getId(client);
    await server.context.database.owner`
      insert into documents (user_id, kind, name, size, sha256, path)
      select ${id}, 'upload', 'Large.pdf', 10485760, ${'0'.repeat(64)}, ${id} || '/' || n from generate_series(1, 20) n`;
    expect(await upload(client, 'Lease.pdf', PDF)).toMatchObject({ status: 409, body: { code: 'NOROM' } });
    const { data: objects } = await client.storage.from('documents').list(id);
    expect(objects).toEqual([]);
  });

  it('is renamed without changing its type, kept in the trash for a while, then deleted', async () => {
    const { id, path } = await getDocuments(alice);
    const { data: renamed } = await alice
      .from('documents')
      .update({ name: 'Flat' })
      .eq('id', id)
      .select()
      .single();
    expect(renamed.name).toBe('Flat.pdf');
    const bad = await alice.from('documents').update({ name: 'a/b.pdf' }).eq('id', id);
    expect(bad.error?.code).toBe('BADNM');
    expect((await alice.from('documents').delete().eq('id', id).select()).data).toEqual([]);
    await alice.from('documents').update({ deleted_at: '2000-01-01' }).eq('id', id).throwOnError();
    await server.context.database.owner`select bank.purge_documents()`;
    expect((await alice.from('documents').select().eq('id', id)).data).toHaveLength(1);
    await server.context.database.owner`
      update documents set deleted_at = null where id = ${id}`;
    await server.context.database.owner.unsafe('alter table documents disable trigger check_document');
    await server.context.database
      .owner`update documents set deleted_at = now() - interval '31 days' where id = ${id}`;
    await server.context.database.owner.unsafe('alter table documents enable trigger check_document');
    await server.context.database.owner`select bank.purge_documents()`;
    expect((await alice.from('documents').select().eq('id', id)).data).toEqual([]);
    expect((await alice.storage.from('documents').download(path)).data).toBeNull();
  });

  it('is deleted with its customer: rows and files', async () => {
    const client = await customer();
    const id = await getId(client);
    await getDocuments(client);
    await client.rpc('erase_household').throwOnError();
    const [left] = await server.context.database.owner`
      select (select count(*)::int from documents where user_id = ${id}) as rows,
        (select count(*)::int from storage.objects where name like ${`${id}/%`}) as files`;
    expect(left).toEqual({ rows: 0, files: 0 });
  });
});
