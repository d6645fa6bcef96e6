import { afterAll, beforeAll, expect, test } from 'vitest';
import { Inbox, isSubscribed, subscribe } from '../testing/realtime.ts';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';
import { createAudience } from './changes/audience.ts';
import { BindingIndex } from './changes/binding-index.ts';
import { getBinding, nextBindingId } from './changes/bindings.ts';
import { createCatalog } from './changes/catalog.ts';
import { getIdentity } from './identity.ts';

type Letter = { id: string; note: string };
type Told = { eventType: string; new: Partial<Letter>; old: Partial<Letter> };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ listen: true });
});
afterAll(() => server.close());

const WISH = { event: '*', schema: 'public', table: 'peer_transfers' } as const;

/** Creates a customer who has the app open. */
async function customer(name: string) {
  const client = getClient(server);
  const email = `${name}@example.com`;
  const { data } = await client.auth.signUp({ email, password: 'correct horse battery staple' });
  await server.context.database.owner`
    insert into bank.confirmed_addresses (user_id, address) values (${data.user?.id ?? ''}, ${email})`;
  await client.rpc('ensure_customer', { time_zone: 'UTC' }).throwOnError();
  const inbox = new Inbox<Told>();
  const channel = client.channel('letters').on<Letter>('postgres_changes', WISH, inbox.put);
  await subscribe(channel).statuses.until(isSubscribed);
  return { id: data.user?.id ?? '', token: data.session?.access_token ?? '', client, email, told: inbox };
}

test('a message about a session reaches its own customer only', async () => {
  const people = [await customer('ada'), await customer('bea'), await customer('cy')] as const;
  const [sender, receiver, other] = people;
  const { database } = server.context;
  const write = (to: string, note: string) => database.owner`
    insert into public.peer_transfers (user_id, kind, from_name, to_address, amount, currency, note, expires_at)
    values (${sender.id}, 'request', 'Ada', ${to}, 5, 'USD', ${note}, now() + interval '1 day')`;
  await write(receiver.email, 'first');
  await database.owner`delete from public.peer_transfers where note = 'first'`;
  for (const { email } of [other, receiver]) await write(email, 'last');
  await Promise.all(
    [receiver, other].map(({ told: inbox }) => inbox.until((item) => item.new.note === 'last')),
  );
  expect(receiver.told.all.map(({ eventType }) => eventType).slice(-2)).toEqual(['DELETE', 'INSERT']);
  expect(other.told.all.map(({ eventType }) => eventType)).toEqual(['INSERT']);
  expect(sender.told.all).toEqual([]);

  // The database isn't queried for other customers, regardless of how many of them have the app open.
  const [index, catalog] = [new BindingIndex(), createCatalog(database)];
  const request = { ...WISH, filter: undefined, select: undefined };
  for (const { token } of people) {
    const identity = await getIdentity(token, server.context);
    const listener = { identity, isOpen: true, deliver: () => undefined };
    index.add(await getBinding(nextBindingId(), request, listener, catalog));
  }
  const row = { id: crypto.randomUUID(), user_id: sender.id, to_address: receiver.email };
  const relation = { oid: 1, schema: WISH.schema, table: WISH.table, columns: [] };
  const change = { relation, type: 'INSERT' as const, row, old: null };
  const match = await createAudience(index, catalog)(change);
  const subjects = match.flatMap(({ listening }) =>
    listening.map(({ listener }) => listener.identity.subject),
  );
  expect(subjects).toEqual([receiver.id]);
  await Promise.all(people.map(({ client }) => client.removeAllChannels()));
});
