import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths, DAY_MS, dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { rowOfFile } from '../../../engine/household/file-row.ts';
import { householdFile } from '../../../engine/household/schema/household.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

describe('CDs in household files', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { signUp, live, hashOf, exported, restore, violationsOf } = getHouseholds(() => server);

  /** Opens a CD that renews, one that is paid out, and one whose interest goes to checking. */
  async function openCertificates({ client }: Customer): Promise<void> {
    const checking = (
      await client.rpc('open_account', { name: 'Everyday', initial_balance: 9_000 }).throwOnError()
    ).data?.id as string;
    const open = (choices: object) =>
      client.rpc('open_cd', { funding_account_id: checking, amount: 1_234.56, ...choices }).throwOnError();
    await open({ term_months: 3 });
    await open({ term_months: 3, at_maturity: 'pay_out', payout_account_id: checking });
    await open({ term_months: 6, interest_account_id: checking, name: 'Income' });
  }

  const getTerms = async ({ client }: Customer) =>
    (
      await client
        .from('certificates')
        .select(
          'term_months, rate, principal, started_on, matures_on, renewals, at_maturity, accounts!certificates_account_id_fkey(name, balance)',
        )
        .order('term_months')
        .order('at_maturity')
        .throwOnError()
    ).data;

  it('are simulated the same in one step and in steps of a day, to the ledger hash', async () => {
    const customer = await signUp();
    await openCertificates(customer);
    const file = await exported(customer);
    const days = 200;
    const start = Date.parse(String(file.clock));
    await live(customer, start + days * DAY_MS);
    const [hash, terms] = [await hashOf(customer), await getTerms(customer)];
    expect(terms?.map(({ renewals }) => renewals)).toEqual([0, 2, 1]);

    expect(await restore(customer, { file })).toMatchObject({ status: 200 });
    for (let day = 1; day <= days; day += 1) await live(customer, start + day * DAY_MS);
    expect(await getTerms(customer)).toEqual(terms);
    expect(await hashOf(customer)).toBe(hash);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('are in an export, continue after a restoration, and reach what-ifs', async () => {
    const customer = await signUp();
    await openCertificates(customer);
    const start = Date.parse(String((await exported(customer)).clock));
    await live(customer, start + 120 * DAY_MS);
    const file = await exported(customer);
    expect(file.certificates).toHaveLength(3);
    const [row] = rowOfFile(householdFile.parse(file)).certificates ?? [];
    expect(row?.matures_on).toBe(dayText(addMonths(parseDay(row?.started_on ?? ''), row?.term_months ?? 0)));
    const before = await getTerms(customer);
    const other = await signUp();
    expect(await restore(other, { file })).toMatchObject({ status: 200 });
    expect(await getTerms(other)).toEqual(before);
    await live(customer, start + 220 * DAY_MS);
    await live(other, start + 220 * DAY_MS);
    expect(await getTerms(other)).toEqual(await getTerms(customer));
    expect(await hashOf(other)).toBe(await hashOf(customer));
    const stranger = file.certificates.map((terms: object) => ({
      ...terms,
      payout_account_id: crypto.randomUUID(),
    }));
    expect(await restore(other, { file: { ...file, certificates: stranger } })).not.toMatchObject({
      status: 200,
    });
  });
});
