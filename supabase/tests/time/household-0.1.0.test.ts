import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upgradeHouseholdFile } from '../../../engine/household/file-upgrade.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import {
  type Customer,
  canonical,
  getHouseholds,
  type HouseholdJson,
} from '../support/simulated-household.ts';

/**
 * Reads a file that `export_household` of version 0.1.0 wrote. These files must stay importable, so never
 * change them.
 */
const readFixture = (name: string): HouseholdJson =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}-0.1.0.json`, import.meta.url), 'utf8'));

/** Sorts the keys of a JSON value, because `canonical` numbers ids in order of appearance. */
function inKeyOrder(value: HouseholdJson): HouseholdJson {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, inKeyOrder(value[key])]));
}

describe('a household file of version 0.1.0', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { signUp, restore, exported, hashOf, violationsOf } = getHouseholds(() => server);

  async function fastForward({ client }: Customer, by = 'P1M'): Promise<HouseholdJson> {
    const { data, error } = await client.functions.invoke('advance', { body: { by } });
    if (error) throw new Error(await error.context.text());
    return data;
  }

  async function expectSoundBooks(customer: Customer): Promise<void> {
    expect((await customer.client.rpc('audit_my_books').throwOnError()).data).toEqual([]);
    expect(await violationsOf(customer)).toEqual([]);
  }

  describe('with every kind of product, rule, and annotation', () => {
    const file = readFixture('household');
    let customer: Customer;

    beforeAll(async () => {
      customer = await signUp();
      expect(await restore(customer, { file })).toMatchObject({ status: 200 });
    });

    const getRows = async (table: string, columns = '*') =>
      ((await customer.client.from(table).select(columns).throwOnError()).data ?? []) as HouseholdJson[];

    it('imports with the balances of its entries, and its ledger passes the audit', async () => {
      const balances = new Map<string, number>();
      for (const { lines } of file.entries)
        for (const { ledger, currency, amount } of lines) {
          const key = `${ledger} ${currency}`;
          balances.set(key, (balances.get(key) ?? 0) + Math.round(amount * 100));
        }
      const inFile = (products: HouseholdJson[]) =>
        products
          .map(({ id, name, currency }) => [name, currency, (balances.get(`${id} ${currency}`) ?? 0) / 100])
          .sort();
      const inBank = async (table: string, column: string, sign: 1 | -1) =>
        (await getRows(table)).map((row) => [row.name, row.currency, sign * row[column] || 0]).sort();
      expect(await inBank('accounts', 'balance', 1)).toEqual(inFile(file.accounts));
      expect(await inBank('credit_cards', 'balance', -1)).toEqual(inFile(file.cards));
      expect(await inBank('loans', 'remaining_balance', -1)).toEqual(inFile(file.loans));
      expect(await inBank('mortgages', 'remaining_balance', -1)).toEqual(inFile(file.mortgages));
      await expectSoundBooks(customer);
    });

    it("shows each change of an account's currency as two transactions, before those of the same instant", async () => {
      const accounts = await getRows('accounts', 'id, name');
      const getHistory = async (name: string) => {
        const { data } = await customer.client
          .from('transactions')
          .select('kind, currency, balance_after')
          .eq('account_id', accounts.find((account) => account.name === name)?.id)
          .order('date')
          .throwOnError();
        return data?.map(({ kind, currency, balance_after }) => [kind, currency, balance_after]);
      };
      expect(await getHistory('Turned')).toEqual([
        ['opening', 'USD', 40],
        ['currency_change', 'USD', 0],
        ['currency_change', 'GBP', 40],
        ['adjustment', 'GBP', 55.5],
      ]);
      expect(await getHistory('Turned and adjusted')).toEqual([
        ['opening', 'USD', 100],
        ['currency_change', 'USD', 0],
        ['currency_change', 'EUR', 100],
        ['adjustment', 'EUR', 130],
        ['deposit', 'EUR', 135],
      ]);
    });

    it('keeps splits, tags, notes, corrections, and disputes on their transactions', async () => {
      const categories = new Map((await getRows('categories')).map(({ id, name }) => [id, name]));
      const [transactions, charges, splits, tags, details, disputes] = await Promise.all(
        [
          'transactions',
          'card_activity',
          'transaction_splits',
          'transaction_tags',
          'transaction_details',
          'disputes',
        ].map((table) => getRows(table)),
      );
      const anchor = transactions?.find(({ description }) => description === 'Anchor');
      const chargeAt = (merchant: string, amount: number) =>
        charges?.find((charge) => charge.merchant === merchant && Math.abs(charge.amount) === amount);
      const getId = (charge: HouseholdJson | undefined) => `${charge?.card_id}:${charge?.entry_id}`;
      const [grocer, shop] = [chargeAt('Green Grocer', 60), chargeAt('Corner Shop', 12.34)];
      const getSplits = (row: string) =>
        splits
          ?.filter(({ transaction_key }) => transaction_key === row)
          .sort((one, secondCustomer) => one.position - secondCustomer.position)
          .map(({ category_id, amount, note }) => [categories.get(category_id), amount, note]);
      const getTags = (row: string) =>
        tags
          ?.filter(({ transaction_key }) => transaction_key === row)
          .map(({ tag }) => tag)
          .sort();
      expect(anchor?.amount).toBe(9.99);
      expect(getSplits(anchor?.id)).toEqual([
        ['Boats', 7.5, 'Rope'],
        ['Shopping', 2.49, null],
      ]);
      expect(getSplits(getId(grocer))).toEqual([
        ['Food', 45, null],
        ['Boats', 15, 'Galley'],
      ]);
      expect(splits).toHaveLength(4);
      expect(getTags(anchor?.id)).toEqual(['boat', 'summer']);
      expect(getTags(getId(shop))).toEqual(['treat']);
      const notes = details
        ?.filter(({ note }) => note)
        .map(({ transaction_key, note }) => [transaction_key, note]);
      expect(notes?.sort()).toEqual(
        [
          [anchor?.id, 'For the boat'],
          [getId(shop), 'Snacks'],
        ].sort(),
      );
      const wrong = transactions?.find(({ corrected_by }) => corrected_by);
      expect(wrong).toMatchObject({ description: 'Hardware store', amount: 80 });
      expect(transactions?.find(({ id }) => id === wrong?.corrected_by)).toMatchObject({
        corrects: wrong?.id,
        amount: 80,
        direction: 'in',
      });
      expect(disputes).toMatchObject([{ entry_id: chargeAt('Cafe', 4.5)?.entry_id, merchant: 'Cafe' }]);
      const reconciled = (await getRows('reconciled_transactions')).map(({ entry_id }) => entry_id);
      expect(
        transactions
          ?.filter(({ entry_id }) => reconciled.includes(entry_id))
          .map(({ description }) => description)
          .sort(),
      ).toEqual(['Bakery', 'Ferry', 'Initial deposit']);
    });

    it('simulates the same year to the cent, as its ledger hash shows', async () => {
      // The hash covers each entry's time, kind, description, and amounts. Version 0.1.0 posts the same amounts, but
      // dates interest one millisecond later. The hash changes only when the rules of the bank change.
      const secondCustomer = await signUp();
      expect(await restore(secondCustomer, { file })).toMatchObject({ status: 200 });
      await fastForward(secondCustomer, 'P1Y');
      expect(await hashOf(secondCustomer)).toBe(
        '75f2e840b57b3636a0116652ad23c66d487e2fca5a4761883c41b3e9bd6d2263',
      );
    });

    it('exports the same ledger again', async () => {
      const reexported = inKeyOrder(await exported(customer));
      const upgraded = inKeyOrder(upgradeHouseholdFile(file) as HouseholdJson);
      // Ignores account and card numbers, which are new, and fields that contain entry positions, because a
      // currency change now has 2 entries.
      const comparable = (household: HouseholdJson) => {
        const { version, entries, entries_seen, transaction_details, disputes, reconciliations, ...content } =
          canonical(household);
        return JSON.parse(JSON.stringify(content, (key, value) => (/_number$/.test(key) ? '' : value)));
      };
      // Later versions have added these lists and settings.
      const { applications, cards, ...lists } = comparable(upgraded);
      expect(comparable(reexported)).toEqual({
        card_applications: [],
        certificates: [],
        debt_reserves: [],
        fund_accounts: [],
        fund_orders: [],
        holdings: [],
        holds: [],
        lots: [],
        pay_stubs: [],
        refunds: [],
        tax_returns: [],
        ...lists,
        applications: applications.map((application: HouseholdJson) => ({
          home_id: null,
          lien: null,
          ...application,
        })),
        cards: cards.map((card: HouseholdJson) => ({
          activated_quarters: [],
          allows_recurring: false,
          autopay_retries: false,
          over_limit: false,
          ...card,
        })),
      });
      const movements = (household: HouseholdJson) =>
        canonical(household)
          .entries.filter(({ kind }: HouseholdJson) => kind !== 'currency_change')
          .map(({ lines, ...entry }: HouseholdJson) => ({
            ...entry,
            // Transactions at the instant of a currency change are a few microseconds later.
            lines: lines.map(({ shown, ...line }: HouseholdJson) => ({
              ...line,
              ...(shown && { shown: { ...shown, date: Date.parse(shown.date) } }),
            })),
          }));
      expect(movements(reexported)).toEqual(movements(upgraded));
      const changes = (household: HouseholdJson) =>
        canonical(household)
          .entries.filter(({ kind }: HouseholdJson) => kind === 'currency_change')
          .flatMap(({ at, lines }: HouseholdJson) =>
            lines.map(({ ledger, currency, amount }: HouseholdJson) =>
              [at, ledger, currency, amount].join(' '),
            ),
          )
          .sort();
      expect(changes(reexported)).toEqual(changes(upgraded));
      expect(reexported.entries_seen).toBe(reexported.entries.length);
    });

    it('fast-forwards by a month and exports a file that imports again', async () => {
      const digest = await fastForward(customer);
      expect(Date.parse(digest.to)).toBeGreaterThan(Date.parse(file.clock) + 27 * 86_400_000);
      const after = await exported(customer);
      expect(after.entries.length).toBeGreaterThan(file.entries.length + 5);
      await expectSoundBooks(customer);
      expect(await restore(customer, { file: after })).toMatchObject({
        status: 200,
        body: { entries: after.entries.length },
      });
      await expectSoundBooks(customer);
    });
  });

  it('of a scenario in progress imports and continues', async () => {
    const file = readFixture('scenario-run');
    const customer = await signUp();
    expect(await restore(customer, { file })).toMatchObject({ status: 200 });
    await expectSoundBooks(customer);
    const { carryover, play: scenarioRun } = await exported(customer);
    expect(file.memory.play.credit.inquiries).toHaveLength(1);
    expect(carryover.play.credit.inquiries).toEqual([
      { on: file.memory.play.credit.inquiries[0], kind: 'CARD' },
    ]);
    expect(scenarioRun.pack.id).toBe('credit-card-trap');
    await fastForward(customer);
    const after = await exported(customer);
    expect(after.carryover.play.months.length).toBeGreaterThan(carryover.play.months.length);
    await expectSoundBooks(customer);
  });
});
