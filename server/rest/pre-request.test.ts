import { afterAll, beforeAll, expect, it } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { api: { pre_request: 'public.try_first' } } });
  await server.context.database.owner.unsafe(`
    create function public.try_first() returns void language plpgsql stable as $$
    begin
      if current_setting('request.path', true) = '/currencies' and current_role = 'authenticated' then
        raise exception using errcode = 'PT403', message = 'Not before noon.';
      end if;
    end $$;
    grant execute on function public.try_first() to public;
    notify pgrst;`);
});
afterAll(() => server.close());

it('a pre-request function sees the path and role and may refuse the request', async () => {
  const client = getClient(server);
  await client.auth.signUp({ email: 'early@sandbank.test', password: 'four plain words here' });
  expect(await client.from('currencies').select()).toMatchObject({
    status: 403,
    error: { code: 'PT403', message: 'Not before noon.' },
  });
  expect((await client.from('accounts').select()).error).toBeNull();
});

it('a missing pre-request function refuses every request', async () => {
  const { api } = server.context.settings.config;
  const broken = await startTestServer({
    beside: server,
    config: { api: { ...api, pre_request: 'public.never_made' } },
  });
  expect((await getClient(broken).from('currencies').select()).error).not.toBeNull();
  await broken.close();
});
