import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths, dayText, parseDay, Zone } from '../../../engine/calendar/calendar.ts';
import { type DebtTerms, getSchedule } from '../../../engine/products/debts/debt-plans.ts';
import { getQuote, simulateDays, simulateTo } from '../support/debt-household.ts';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, openAccount } from '../support/household.ts';

const zone = new Zone('UTC');

type Deed =
  | { deed: 'live'; days: number }
  | { deed: 'pay' | 'shorten' | 'lower'; share: number }
  | { deed: 'pause'; months: number }
  | { deed: 'extra'; amount: number };

const deeds = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ deed: fc.constant('live' as const), days: fc.integer({ min: 1, max: 75 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        deed: fc.constantFrom('pay' as const, 'shorten' as const, 'lower' as const),
        share: fc.integer({ min: 1, max: 40 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ deed: fc.constant('pause' as const), months: fc.integer({ min: 1, max: 3 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ deed: fc.constant('extra' as const), amount: fc.integer({ min: 0, max: 200 }) }),
    },
  ),
  { minLength: 2, maxLength: 7 },
);
const terms = fc.record({
  product: fc.constantFrom('loan' as const, 'mortgage' as const),
  amount: fc.integer({ min: 1_000, max: 5_000_000 }),
  rate: fc.constantFrom(0, 0.125, 6.4, 12, 29.99),
  years: fc.integer({ min: 1, max: 3 }),
});

type Terms = { product: 'loan' | 'mortgage'; amount: number; rate: number; years: number };

describe("the bank's information about a debt", () => {
  let bank: CommittedBank;
  beforeAll(async () => {
    bank = await openCommittedBank(2);
  });
  afterAll(() => bank.close());

  async function take(person: Person, { product, amount, rate, years }: Terms): Promise<string> {
    const account = await openAccount(bank, person, { balance: 900_000_000 });
    const customer = bank.asCustomer(person);
    const value = amount / 100;
    const [debt] =
      product === 'loan'
        ? await customer`select id from take_loan(${value}, ${rate}, 'Debt', ${years * 12})`
        : await customer`select id from take_mortgage(${(amount + 5_000) / 100}, 50, ${rate}, ${years})`;
    if (product === 'loan') await customer`update loans set autopay_account_id = ${account.id}`;
    else await customer`update mortgages set autopay_account_id = ${account.id}`;
    return debt?.id;
  }

  async function act(person: Person, id: string, deed: Deed): Promise<void> {
    const customer = bank.asCustomer(person);
    if (deed.deed === 'live') await simulateDays(bank, person, deed.days);
    else if (deed.deed === 'extra') {
      await customer`update loans set autopay_extra = ${deed.amount} where id = ${id}`;
      await customer`update mortgages set autopay_extra = ${deed.amount} where id = ${id}`;
    } else if (deed.deed === 'pause')
      await customer`select pause_debt(${id}, ${deed.months})`.catch(({ code }) =>
        expect(code).toBe('NOPAU'),
      );
    else await pay(person, id, deed.deed, deed.share);
  }

  async function pay(person: Person, id: string, how: string, share: number): Promise<void> {
    const customer = bank.asCustomer(person);
    const { balance } = await getQuote(bank, person, id);
    const amount = Math.ceil(balance * share) / 100;
    if (amount <= 0) return;
    if (how === 'pay') {
      const [{ loan }] = (await customer`select exists (select from loans where id = ${id}) as loan`) as [
        { loan: boolean },
      ];
      if (loan) await customer`select pay_loan(${id}, ${amount})`;
      else await customer`select pay_mortgage(${id}, ${amount})`;
    } else await customer`select pay_extra(${id}, ${amount}, null, ${how})`;
  }

  /** Returns the debt as a screen loads it: its row and its payoff quote. */
  async function getTerms(person: Person, id: string): Promise<DebtTerms & { extra: number }> {
    const { next, held } = await getQuote(bank, person, id);
    const [row] =
      await bank.owner`select *, start_date::text as start, paused_until::text as paused from bank.debts where id = ${id}`;
    const minor = (amount: unknown) => Math.round(Number(amount) * 100);
    return {
      balance: minor(row?.remaining_balance),
      rate: Number(row?.interest_rate),
      payment: minor(row?.monthly_payment),
      term: row?.months,
      start: parseDay(row?.start),
      next,
      held: { balanceDays: minor(held.balance_days), days: held.days },
      overdue: minor(row?.past_due),
      ...(row?.paused && { pausedUntil: parseDay(row.paused) }),
      extra: minor(row?.autopay_extra),
    };
  }

  it('matches its future to the cent: the quote and schedule are what the engine posts', async () => {
    await fc.assert(
      fc.asyncProperty(terms, deeds, async (debt, script) => {
        const person = await bank.openCustomer(`future-${crypto.randomUUID()}`);
        const id = await take(person, debt);
        for (const deed of script) await act(person, id, deed);
        const terms = await getTerms(person, id);
        const rows = getSchedule(terms, { extra: terms.extra });
        const expected = rows.flatMap(({ day, interest, payment }) => [
          ...(interest > 0 ? [[dayText(day), 'interest', interest]] : []),
          ...(payment > 0 ? [[dayText(day), 'paid', payment]] : []),
        ]);
        const end = addMonths(terms.start, Math.max(terms.next, terms.term) + 5);
        const events = await simulateTo(bank, person, zone.getStart(end));
        const posted = events.flatMap(({ at, kind, lines = [] }) => {
          const line = lines.find(({ ledger }) => ledger === id);
          return line
            ? [[dayText(zone.getDay(at)), kind === 'interest' ? 'interest' : 'paid', Math.abs(line.amount)]]
            : [];
        });
        expect(posted).toEqual(expected);
        const [parts] = await bank.asCustomer(person)`
          select coalesce(sum(principal), 0)::float as principal, bool_and(interest >= 0 and fees = 0 and extra between 0 and amount) as sound
          from debt_payments where debt_id = ${id}`;
        expect(parts).toEqual({ principal: debt.amount / 100, sound: true });
      }),
      { numRuns: 20, interruptAfterTimeLimit: 15_000 },
    );
    await expectSoundBooks(bank);
  });
});
