import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { mailFor } from '../../../server/auth/testing/customers.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, canonical, getHouseholds } from '../support/simulated-household.ts';

describe('a checkpoint', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, signUpWithDemo, live, hashOf, violationsOf, exported, restore, generationOf } =
    getHouseholds(() => server);
  const BEGIN = Date.now() - 30 * DAY_MS;

  /** Signs a customer in with the code sent to their address, which confirms the address. */
  async function confirmAddress({ client }: Customer): Promise<void> {
    const email = (await client.auth.getUser()).data.user?.email ?? '';
    await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const { code } = await mailFor(server, email);
    const { error } = await client.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
  }

  it('restores the whole household: the same ledger hash and an empty audit', async () => {
    const customer = await signUpWithDemo(BEGIN);
    await live(customer, BEGIN + 25 * DAY_MS);
    const [hash, file] = [await hashOf(customer), await exported(customer)];
    const { data: checkpoint } = await customer.client
      .rpc('save_checkpoint', { name: 'Before the move' })
      .single<{ id: string; entries: number }>()
      .throwOnError();
    expect(checkpoint.entries).toBe(file.entries.length);
    await live(customer, BEGIN + 29 * DAY_MS);
    expect(await hashOf(customer)).not.toBe(hash);
    const simulated = await hashOf(customer);
    const { status, body } = await restore(customer, { checkpoint_id: checkpoint.id });
    expect([status, body.entries, body.generation]).toEqual([200, file.entries.length, 2]);
    expect(await hashOf(customer)).toBe(hash);
    expect(await violationsOf(customer)).toEqual([]);
    expect(canonical(await exported(customer))).toEqual(canonical(file));
    const { data: automatic } = await customer.client
      .from('checkpoints')
      .select('*')
      .eq('automatic', true)
      .throwOnError();
    expect(automatic?.map(({ name }) => name)).toEqual(['Before restoring Before the move']);
    expect(await restore(customer, { checkpoint_id: automatic?.[0]?.id })).toMatchObject({ status: 200 });
    expect(await hashOf(customer)).toBe(simulated);
    expect(await generationOf(customer)).toBe(3);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it("continues as if it had never been left, plus other customers' payments", async () => {
    const original = await signUpWithDemo(BEGIN);
    await live(original, BEGIN + 20 * DAY_MS);
    const { data: accounts } = await original.client
      .from('accounts')
      .select('id')
      .neq('type', 'CD')
      .order('name')
      .throwOnError();
    for (const { id } of accounts ?? [])
      await original.client.rpc('deposit', { account_id: id, amount: 12.34 }).throwOnError();
    const copy = await signUp();
    expect(await restore(copy, { file: await exported(original) })).toMatchObject({ status: 200 });
    expect(await hashOf(copy)).toBe(await hashOf(original));
    expect(await generationOf(copy)).toBe(2);
    for (const days of [30, 60])
      for (const household of [original, copy]) await live(household, Date.now() + days * DAY_MS);
    for (const household of [original, copy]) await live(household, BEGIN + 120 * DAY_MS);
    expect(await hashOf(copy)).toBe(await hashOf(original));
    for (const household of [original, copy]) expect(await violationsOf(household)).toEqual([]);
    expect(canonical(await exported(copy)).carryover).toEqual(canonical(await exported(original)).carryover);
  });

  it('takes back money that another customer has since accepted, or is refused', async () => {
    const [payer, receiver] = [await signUp(), await signUp()];
    await confirmAddress(receiver);
    const open = async ({ client }: typeof payer, name: string, balance: number) =>
      (
        await client
          .rpc('open_account', { name, initial_balance: balance })
          .single<{ id: string }>()
          .throwOnError()
      ).data.id;
    await open(payer, 'Largest', 9_000);
    const from = await open(payer, 'Everyday', 2_000);
    const to = await open(receiver, 'Everyday', 0);
    const save = async (name: string) =>
      (await payer.client.rpc('save_checkpoint', { name }).single<{ id: string }>().throwOnError()).data.id;
    const checkpoint = await save('Before paying');
    const { data: user } = await receiver.client.auth.getUser();
    const { data: sent } = await payer.client
      .rpc('pay_person', { account_id: from, amount: 500, address: user.user?.email })
      .single<{ peer_transfer_id: string }>()
      .throwOnError();
    await receiver.client
      .rpc('accept_transfer', { peer_transfer_id: sent.peer_transfer_id, account_id: to })
      .throwOnError();
    expect(await restore(payer, { checkpoint_id: checkpoint })).toMatchObject({ status: 200 });
    const balances = async ({ client }: typeof payer) =>
      (await client.from('accounts').select('name, balance').order('name').throwOnError()).data;
    const apart = [
      { name: 'Everyday', balance: 1_500 },
      { name: 'Largest', balance: 9_000 },
    ];
    expect(await balances(payer)).toEqual(apart);
    expect(await balances(receiver)).toEqual([{ name: 'Everyday', balance: 500 }]);
    await live(payer, Date.now() + 40 * DAY_MS);
    expect(await violationsOf(payer)).toEqual([]);
    expect(await sql()`select * from bank.audit()`).toEqual([]);

    const { data: rows } = await payer.client.from('accounts').select('id, name').throwOnError();
    const everyday = rows?.find(({ name }) => name === 'Everyday')?.id;
    const poor = await save('Before being paid');
    await sql()`update bank.checkpoint_files set file = jsonb_set(file, '{entries}', (
        select jsonb_agg(e) from jsonb_array_elements(file -> 'entries') as e where e ->> 'kind' = 'opening'))
      where checkpoint_id = ${poor}`;
    await payer.client.rpc('deposit', { account_id: everyday, amount: 1_000 }).throwOnError();
    const { data: second } = await payer.client
      .rpc('pay_person', { account_id: everyday, amount: 2_400, address: user.user?.email })
      .single<{ peer_transfer_id: string; state: string }>()
      .throwOnError();
    if (second.state === 'pending')
      await receiver.client
        .rpc('accept_transfer', { peer_transfer_id: second.peer_transfer_id, account_id: to })
        .throwOnError();
    expect(await restore(payer, { checkpoint_id: poor })).toMatchObject({
      status: 409,
      body: { code: 'INSUF', message: expect.stringContaining('$2,400.00') },
    });
    expect(await sql()`select * from bank.audit()`).toEqual([]);
  });

  it('resets the clock and keeps everything outside the ledger', async () => {
    const { id, client } = await signUp();
    await client.rpc('open_account', { name: 'Everyday', initial_balance: 100 }).throwOnError();
    const { data: category } = await client
      .from('categories')
      .insert({ name: 'Boats' })
      .select()
      .single()
      .throwOnError();
    const { data: begin } = await client
      .rpc('save_checkpoint', { name: 'Begin' })
      .single<{ id: string }>()
      .throwOnError();
    await client.functions.invoke('advance', { body: { by: 'P2M' } });
    const { data: account } = await client.from('accounts').select('*').single().throwOnError();
    const { data: later } = await client
      .rpc('save_checkpoint', { name: 'Later' })
      .single<{ id: string; at: string }>()
      .throwOnError();
    const ahead = async () =>
      Math.floor(
        (Date.parse((await client.rpc('simulated_now').throwOnError()).data) - Date.now()) / DAY_MS + 0.5,
      );
    expect(await ahead()).toBeGreaterThan(57);
    expect(await restore({ id, client }, { checkpoint_id: begin.id })).toMatchObject({ status: 200 });
    expect(await ahead()).toBe(0);
    expect(await restore({ id, client }, { checkpoint_id: later.id })).toMatchObject({ status: 200 });
    expect(await ahead()).toBeGreaterThan(57);
    const { data: restored } = await client.from('accounts').select('*').single().throwOnError();
    expect(restored).toMatchObject({
      account_number: account.account_number,
      balance: 100,
      created_at: account.created_at,
    });
    expect(restored.id).not.toBe(account.id);
    expect((await client.from('categories').select('id').eq('name', 'Boats').throwOnError()).data).toEqual([
      { id: category.id },
    ]);
    const [tombs] = await sql()`select count(*)::int as count from bank.erased_households`;
    expect(tombs?.count).toBeGreaterThan(1);
    await expect(sql()`delete from bank.entries where household_id = ${id}`).rejects.toMatchObject({
      code: 'APPND',
    });
    await expect(sql()`delete from bank.ledger_accounts where household_id = ${id}`).rejects.toMatchObject({
      code: 'APPND',
    });
  });

  it('is restored by the first of two parallel requests, the second gets 429, and the ledger balances', async () => {
    const customer = await signUpWithDemo(BEGIN);
    const hash = await hashOf(customer);
    const { data: checkpoint } = await customer.client
      .rpc('save_checkpoint', { name: 'Here' })
      .single<{ id: string }>()
      .throwOnError();
    const answers = await Promise.all([1, 2].map(() => restore(customer, { checkpoint_id: checkpoint.id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    expect(await hashOf(customer)).toBe(hash);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('is unknown to other customers and visitors', async () => {
    const [owner, stranger] = [await signUp(), await signUp()];
    const { data: checkpoint } = await owner.client
      .rpc('save_checkpoint', { name: 'Mine' })
      .single<{ id: string }>()
      .throwOnError();
    for (const id of [checkpoint.id, crypto.randomUUID(), 'nonsense'])
      expect(await restore(stranger, { checkpoint_id: id })).toMatchObject({
        status: 404,
        body: { code: 'NTFND' },
      });
    expect((await stranger.client.rpc('read_checkpoint', { checkpoint_id: checkpoint.id })).error?.code).toBe(
      'NTFND',
    );
    expect((await stranger.client.rpc('export_household', { customer_id: owner.id })).error?.code).toBe(
      'NTFND',
    );
    expect((await stranger.client.from('checkpoints').select('*').throwOnError()).data).toEqual([]);
    await stranger.client.auth.signOut();
    expect((await restore(stranger, { checkpoint_id: checkpoint.id })).status).toBe(401);
    expect(await generationOf(owner)).toBe(1);
  });

  it('is named, renamed, and deleted by its customer, who can have at most twenty', async () => {
    const customer = await signUp();
    const { client } = customer;
    await client.rpc('open_account', { name: 'Everyday' }).throwOnError();
    for (const name of ['', ' ', 'x'.repeat(81)])
      expect((await client.rpc('save_checkpoint', { name })).error?.code).toBe('BADNM');
    const saved = await Promise.all(
      Array.from({ length: 22 }, (_, number) => client.rpc('save_checkpoint', { name: `Number ${number}` })),
    );
    expect(saved.flatMap(({ error }) => error?.code ?? [])).toEqual(['LIMIT', 'LIMIT']);
    const { data: rows } = await client.from('checkpoints').select('*').throwOnError();
    expect(rows).toHaveLength(20);
    const renamed = await client
      .from('checkpoints')
      .update({ name: ' Home ' })
      .eq('id', rows?.[0]?.id)
      .select()
      .single();
    expect(renamed.data?.name).toBe('Home');
    expect((await client.from('checkpoints').update({ name: '' }).eq('id', rows?.[0]?.id)).error?.code).toBe(
      'BADNM',
    );
    expect((await client.from('checkpoints').insert({ name: 'Raw' })).error?.code).toBe('42501');
    await client.from('checkpoints').delete().eq('id', rows?.[1]?.id).throwOnError();
    for (let times = 0; times < 12; times += 1)
      expect(await restore(customer, { checkpoint_id: rows?.[0]?.id })).toMatchObject({ status: 200 });
    // Automatic checkpoints replace each other, but never the checkpoints that the customer named.
    const { data: left } = await client.from('checkpoints').select('automatic').throwOnError();
    expect(left?.map(({ automatic }) => automatic).sort()).toEqual([
      ...Array(19).fill(false),
      ...Array(10).fill(true),
    ]);
  });

  describe('before a fast-forward', () => {
    const advance = async ({ client }: Customer, body: { by?: string; to?: string }) =>
      (await client.functions.invoke('advance', { body })).data as { checkpoint: string | null };
    const list = async ({ client }: Customer) =>
      (await client.from('checkpoints').select('*').order('created_at').throwOnError()).data ?? [];

    it('undoes the fast-forward exactly, and the same fast-forward then gives the same ledger', async () => {
      const customer = await signUpWithDemo(BEGIN);
      const start = await hashOf(customer);
      const { data: worth } = await customer.client.rpc('net_worth_history').throwOnError();
      const { checkpoint } = await advance(customer, { by: 'P1M' });
      const [saved] = await list(customer);
      expect(saved).toMatchObject({
        id: checkpoint,
        name: 'Before +1 month',
        automatic: true,
        is_before_fast_forward: true,
        net_worth: worth?.at(-1)?.amount,
        currency: 'USD',
      });
      const end = await hashOf(customer);
      expect(end).not.toBe(start);
      for (let times = 0; times < 2; times += 1) {
        expect(await restore(customer, { checkpoint_id: checkpoint })).toMatchObject({ status: 200 });
        expect(await hashOf(customer)).toBe(start);
        await advance(customer, { by: 'P1M' });
        expect(await hashOf(customer)).toBe(end);
        expect(await violationsOf(customer)).toEqual([]);
      }
      expect((await list(customer)).map(({ name }) => name.replace(/ \w+ \d+, \d+$/, ''))).toEqual([
        'Before +1 month',
        'Before returning to',
        'Before +1 month',
        'Before returning to',
        'Before +1 month',
      ]);
    });

    it('is kept for the last ten, next to those of the customer', async () => {
      const customer = await signUp();
      await customer.client.rpc('open_account', { name: 'Everyday' }).throwOnError();
      await customer.client.rpc('save_checkpoint', { name: 'Mine' }).throwOnError();
      for (let times = 0; times < 11; times += 1) await advance(customer, { by: 'P1D' });
      await advance(customer, { to: new Date(Date.now() + 400 * DAY_MS).toISOString() });
      const names = (await list(customer)).map(({ name }) => name);
      expect(names.slice(0, 2)).toEqual(['Mine', 'Before +1 day']);
      expect(names).toHaveLength(11);
      const [, oldest] = await list(customer);
      const renamed = customer.client.from('checkpoints').update({ name: 'Wedding' }).eq('id', oldest?.id);
      await renamed.throwOnError();
      for (let times = 0; times < 10; times += 1) await advance(customer, { by: 'P1D' });
      expect((await list(customer)).map(({ name }) => name).slice(0, 2)).toEqual(['Mine', 'Wedding']);
      expect(await list(customer)).toHaveLength(12);
      expect(names.at(-1)).toMatch(/^Before fast-forward to \w{3} \d{1,2}, \d{4}$/);
    });

    it("can't be renamed beyond the limit of the customer's own checkpoints", async () => {
      const customer = await signUp();
      const { client } = customer;
      await client.rpc('open_account', { name: 'Everyday' }).throwOnError();
      for (let number = 0; number < 19; number += 1)
        await client.rpc('save_checkpoint', { name: `Number ${number}` }).throwOnError();
      for (let times = 0; times < 2; times += 1) await advance(customer, { by: 'P1D' });
      const [first, second] = (await list(customer)).filter(({ automatic }) => automatic);
      const rename = (id: string) => client.from('checkpoints').update({ name: 'Mine' }).eq('id', id);
      await rename(first?.id).throwOnError();
      expect((await rename(second?.id)).error?.code).toBe('LIMIT');
      expect((await list(customer)).filter(({ automatic }) => automatic)).toEqual([second]);
      // A checkpoint of the customer's own can still be renamed.
      await rename(first?.id).throwOnError();
      await client.from('checkpoints').update({ name: 'Home' }).eq('id', first?.id).throwOnError();
    });

    it('is not saved without a household or for a refused target', async () => {
      const customer = await signUp();
      await advance(customer, { by: 'P1D' });
      await customer.client.rpc('open_account', { name: 'Everyday' }).throwOnError();
      await advance(customer, { by: 'P99Y' });
      expect(await list(customer)).toEqual([]);
      const { error } = await customer.client.rpc('save_fast_forward_checkpoint' as 'save_checkpoint', {
        name: 'Mine',
      });
      expect(error?.code).toBe('PGRST202');
    });
  });

  it('is not restored during a fast-forward', async () => {
    const customer = await signUp();
    await customer.client.rpc('open_account', { name: 'Everyday', initial_balance: 5 }).throwOnError();
    const { data: checkpoint } = await customer.client
      .rpc('save_checkpoint', { name: 'Here' })
      .single<{ id: string }>()
      .throwOnError();
    await sql().begin(async (moving) => {
      await moving`select pg_advisory_xact_lock(hashtextextended(${customer.id}::text, 1))`;
      expect(await restore(customer, { checkpoint_id: checkpoint.id })).toMatchObject({
        status: 409,
        body: { code: 'CLOCK' },
      });
    });
    expect(await generationOf(customer)).toBe(1);
    expect(await sql()`select from bank.upload_chunks`).toEqual([]);
  });
});
