import { describe, expect } from 'vitest';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildHouseholdState, getCarryover } from '../../../engine/household/state.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';

type Quote = { quote_id: string; rate: number; mid_rate: number; amount_to: number; margin: number };

/** Opens an account with 1,000.00 in euros and an empty one in dollars, on a day of the week from 1 (Monday). */
async function openBoth(bank: Bank, person: Person, weekday = 3) {
  const euros = await openAccount(bank, person, { currency: 'EUR', balance: 1000 });
  const dollars = await openAccount(bank, person);
  // Noon, so that the day doesn't end during the test.
  await bank.owner`
    update customers c set time_zone = 'UTC', clock_offset = date_trunc('day', now())
      + make_interval(days => 14 + ${weekday}::int - extract(isodow from now())::int, hours => 12) - now()
    where c.id = ${person.id}`;
  return { euros: euros.id, dollars: dollars.id };
}

const charge = (bank: Bank, person: Person, charged: boolean | null = true) =>
  bank.asCustomer(person)`select set_exchange_margin(${charged})`;
const getQuote = async (bank: Bank, person: Person, from: string, to: string, amount = 500) =>
  (
    await bank.asCustomer(person)`
      select quote_id, rate::float, mid_rate::float, amount_to::float, margin::float, expires_at
      from quote_transfer(${from}, ${to}, ${amount})`
  )[0] as Quote;
const move = (bank: Bank, person: Person, from: string, to: string, amount: number, quote: string | null) =>
  bank.asCustomer(person)`select * from transfer(${from}, ${to}, ${amount}, quote_id => ${quote})`;

describe('the price of an exchange', () => {
  test('of 500.00 at 1.1418 is 567.47 at 1.134949, with a margin of 3.43', async ({ bank }) => {
    const [price] = await bank.owner`
      select (p).rate::text as rate, (p).arriving::text as arriving, (p).margin::text as margin
      from bank.compute_exchange(500, 1.1418, 0.6) as p`;
    expect(price).toEqual({ rate: '1.134949', arriving: '567.47', margin: '3.43' });
    const [free] = await bank.owner`
      select (p).rate::text as rate, (p).margin::text as margin from bank.compute_exchange(500, 1.1418, 0) as p`;
    expect(free).toEqual({ rate: '1.1418', margin: '0.00' });
  });

  test('is the mid-market rate without the setting', async ({ bank, alice }) => {
    const { euros, dollars } = await openBoth(bank, alice);
    await charge(bank, alice, false);
    const quote = await getQuote(bank, alice, euros, dollars);
    expect(quote).toMatchObject({ margin: 0, rate: quote.mid_rate });
    await move(bank, alice, euros, dollars, 500, null);
    expect(Number(await getBalance(bank, dollars))).toBe(quote.amount_to);
  });

  test('includes the margin with the setting, and posts it as a fee', async ({ bank, alice }) => {
    const { euros, dollars } = await openBoth(bank, alice);
    await charge(bank, alice);
    const quote = await getQuote(bank, alice, euros, dollars);
    expect(quote.rate).toBeCloseTo(quote.mid_rate * 0.994, 6);
    expect(quote.margin).toBeCloseTo(500 * quote.mid_rate - quote.amount_to, 2);
    await move(bank, alice, euros, dollars, 500, quote.quote_id);
    expect(Number(await getBalance(bank, dollars))).toBe(quote.amount_to);
    const [row] = await getHistory(bank, alice, dollars);
    expect(Number(row?.exchange_rate)).toBe(quote.rate);
    const postings = await bank.owner`
      select p.currency, p.amount::float from bank.postings p where p.entry_id = ${row?.entry_id ?? null}
        and p.ledger_id = bank.system_account('fee_income')`;
    expect(postings).toEqual([{ currency: 'USD', amount: quote.margin }]);
    await expectSoundBooks(bank);
  });

  test('uses Friday’s rate with 1.00% on a weekend', async ({ bank, alice }) => {
    const { euros, dollars } = await openBoth(bank, alice, 7);
    await charge(bank, alice);
    const quote = await getQuote(bank, alice, euros, dollars);
    const [friday] = await bank.owner`
      select rate::float from exchange_rates
      where base = 'EUR' and quote = 'USD' and rate_date = bank.today_for(${alice.id}) - 2`;
    expect(quote.mid_rate).toBe(friday?.rate);
    expect(quote.rate).toBeCloseTo(quote.mid_rate * 0.99, 6);
  });
});

describe('buying an exact amount', () => {
  const quoteBuy = async (bank: Bank, person: Person, from: string, to: string, amount = 500) =>
    (
      await bank.asCustomer(person)`
        select quote_id, rate::float, mid_rate::float, amount_from::float, amount_to::float, margin::float,
          margin_currency, expires_at
        from quote_transfer(${from}, ${to}, ${amount}, 'target')`
    )[0] as Quote & { amount_from: number; margin_currency: string };
  const buy = (
    bank: Bank,
    person: Person,
    [from, to]: [string, string],
    amount: number | string,
    quote: string | null = null,
    request: string | null = null,
  ) =>
    bank.asCustomer(person)`
      select * from transfer(${from}, ${to}, ${amount}, null, ${request}, ${quote}, 'target')`;

  test('costs 574.33 for 500.00 at 1.148651, with a margin of 3.43', async ({ bank }) => {
    const price = async (amount: number, mid: number, margin: number) =>
      (
        await bank.owner`
          select (p).rate::text as rate, (p).sent::text as sent, (p).arriving::text as arriving,
            (p).margin::text as margin from bank.compute_exchange(${amount}, ${mid}, ${margin}, 'target') as p`
      )[0];
    expect(await price(500, 1.1418, 0.6)).toEqual({
      rate: '1.148651',
      sent: '574.33',
      arriving: '500.00',
      margin: '3.43',
    });
    expect(await price(500, 1.1418, 0)).toMatchObject({ rate: '1.1418', sent: '570.90', margin: '0.00' });
    // Half a cent is rounded up: 0.01 at 1.5 is 0.015.
    expect(await price(0.01, 1.5, 0)).toMatchObject({ sent: '0.02' });
  });

  test('posts exactly that amount, and the margin in the currency that pays', async ({ bank, alice }) => {
    const { euros, dollars } = await openBoth(bank, alice);
    await charge(bank, alice);
    await bank.asCustomer(alice)`select deposit(${dollars}, 1000)`;
    const quote = await quoteBuy(bank, alice, dollars, euros);
    expect(quote).toMatchObject({ amount_to: 500, margin_currency: 'USD' });
    expect(quote.rate).toBeCloseTo(quote.mid_rate * 1.006, 6);
    expect(quote.amount_from).toBeCloseTo(500 * quote.rate, 2);
    expect(quote.margin).toBeCloseTo(quote.amount_from - 500 * quote.mid_rate, 2);
    for (const request of ['one', 'one'])
      await buy(bank, alice, [dollars, euros], 500, quote.quote_id, request);
    expect(await getBalance(bank, euros)).toBe('1500.00');
    expect(Number(await getBalance(bank, dollars))).toBeCloseTo(1000 - quote.amount_from, 2);
    const [row] = await getHistory(bank, alice, dollars);
    const postings = await bank.owner`
      select p.currency, p.amount::float, p.ledger_id = bank.system_account('fee_income') as is_fee
      from bank.postings p where p.entry_id = ${row?.entry_id ?? null} order by p.currency, p.amount`;
    expect(postings).toEqual([
      { currency: 'EUR', amount: -500, is_fee: false },
      { currency: 'EUR', amount: 500, is_fee: false },
      { currency: 'USD', amount: -quote.amount_from, is_fee: false },
      { currency: 'USD', amount: quote.margin, is_fee: true },
      { currency: 'USD', amount: expect.closeTo(quote.amount_from - quote.margin, 2), is_fee: false },
    ]);
    expect(Number(row?.exchange_rate)).toBeCloseTo(500 / quote.amount_from, 7);
    await expect(buy(bank, alice, [dollars, euros], 400, null, 'one')).rejects.toMatchObject({
      code: 'RQDIF',
    });
    await expectSoundBooks(bank);
  });

  test('without a quote has today’s price, and can be reversed', async ({ bank, alice }) => {
    const { euros, dollars } = await openBoth(bank, alice);
    await bank.asCustomer(alice)`select deposit(${dollars}, 1000)`;
    const quote = await quoteBuy(bank, alice, dollars, euros);
    await buy(bank, alice, [dollars, euros], 500);
    expect(Number(await getBalance(bank, dollars))).toBeCloseTo(1000 - quote.amount_from, 2);
    const [row] = await getHistory(bank, alice, dollars);
    await bank.asCustomer(alice)`select reverse_transaction(${row?.id})`;
    expect([await getBalance(bank, dollars), await getBalance(bank, euros)]).toEqual(['1000.00', '1000.00']);
    await expectSoundBooks(bank);
  });

  test('is refused with nothing moved', async ({ bank, alice, bob }) => {
    const { euros, dollars } = await openBoth(bank, alice);
    const theirs = await openBoth(bank, bob);
    const pounds = (await openAccount(bank, alice, { name: 'Pounds', currency: 'GBP' })).id;
    await bank.owner`update exchange_rates set rate = 0.4 where base = 'GBP' and quote = 'USD'`;
    await bank.asCustomer(alice)`select deposit(${dollars}, 100)`;
    const quote = await quoteBuy(bank, alice, dollars, euros, 50);
    const strange = await quoteBuy(bank, bob, theirs.dollars, theirs.euros, 50);
    const ids = [euros, dollars, theirs.euros];
    for (const [code, attempt] of [
      // The cost is above the balance.
      ['INSUF', () => buy(bank, alice, [dollars, euros], 500)],
      ['BADAM', () => buy(bank, alice, [dollars, euros], -50)],
      ['BADAM', () => buy(bank, alice, [dollars, euros], '0.001')],
      // The cost rounds to zero.
      ['BADAM', () => buy(bank, alice, [dollars, pounds], '0.01')],
      ['BADAM', () => bank.asCustomer(alice)`select quote_transfer(${dollars}, ${pounds}, 0.01, 'target')`],
      ['NTFND', () => buy(bank, alice, [dollars, theirs.euros], 50)],
      ['NTFND', () => buy(bank, alice, [dollars, euros], 50, strange.quote_id)],
      ['NTFND', () => buy(bank, alice, [dollars, euros], 60, quote.quote_id)],
      // A price for buying isn't one for selling.
      ['NTFND', () => move(bank, alice, dollars, euros, 50, quote.quote_id)],
      ['BADTY', () => bank.asCustomer(alice)`select transfer(${dollars}, ${euros}, 5, fixed_side => 'both')`],
      ['BADTY', () => bank.asCustomer(alice)`select transfer(${dollars}, ${euros}, 5, fixed_side => null)`],
      ['BADTY', () => bank.asCustomer(alice)`select quote_transfer(${dollars}, ${euros}, 5, 'both')`],
    ] as const)
      await expectRefusal(bank, code, ids, attempt);
    await bank.owner`update customers set daily_transfer_limit = 20 where id = ${alice.id}`;
    await expectRefusal(bank, 'PAYLM', ids, () => buy(bank, alice, [dollars, euros], 50, quote.quote_id));
    await bank.asCustomer(alice)`select close_account(${pounds})`;
    await expectRefusal(bank, 'CLOSD', ids, () => buy(bank, alice, [dollars, pounds], 50));
  });

  test('after the price expired names what it costs now', async ({ bank, alice }) => {
    const { euros, dollars } = await openBoth(bank, alice);
    await bank.asCustomer(alice)`select deposit(${dollars}, 1000)`;
    const quote = await quoteBuy(bank, alice, dollars, euros);
    await bank.owner`update bank.exchange_quotes set expires_at = now() where id = ${quote.quote_id}`;
    expect(await getRefusal(buy(bank, alice, [dollars, euros], 500, quote.quote_id))).toEqual({
      code: 'QTEXP',
      detail: { old: quote.amount_from, new: quote.amount_from, currency: 'USD', fixed_side: 'target' },
    });
  });

  test('in one currency is a usual transfer', async ({ bank, alice }) => {
    const { dollars } = await openBoth(bank, alice);
    const other = await openAccount(bank, alice, { name: 'Other', balance: 100 });
    await buy(bank, alice, [other.id, dollars], 40);
    expect(await getBalance(bank, dollars)).toBe('40.00');
  });
});

describe('a quote', () => {
  test('is bound to its customer, accounts, and amount', async ({ bank, alice, bob }) => {
    const { euros, dollars } = await openBoth(bank, alice);
    const theirs = await openBoth(bank, bob);
    const { quote_id: id } = await getQuote(bank, alice, euros, dollars);
    const { quote_id: strange } = await getQuote(bank, bob, theirs.euros, theirs.dollars);
    const attempt = (amount: number, quote: string) =>
      getRefusal(move(bank, alice, euros, dollars, amount, quote));
    expect(await attempt(500, strange)).toMatchObject({ code: 'NTFND' });
    expect(await attempt(400, id)).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(move(bank, alice, dollars, euros, 500, id))).toMatchObject({ code: 'NTFND' });
    await move(bank, alice, euros, dollars, 500, id);
  });

  test('ends when an account changes its currency', async ({ bank, alice }) => {
    const { euros, dollars } = await openBoth(bank, alice);
    for (const currency of ['EUR', 'GBP']) {
      const { quote_id: id } = await getQuote(bank, alice, euros, dollars);
      await bank.asCustomer(alice)`update accounts set currency = ${currency} where id = ${dollars}`;
      expect(await getRefusal(move(bank, alice, euros, dollars, 500, id))).toMatchObject({ code: 'NTFND' });
      await bank.asCustomer(alice)`update accounts set currency = 'USD' where id = ${dollars}`;
    }
    expect(Number(await getBalance(bank, euros))).toBe(1000);
    await expectSoundBooks(bank);
  });

  test('expires after 30 minutes or with the simulated day, and names the new price', async ({
    bank,
    alice,
  }) => {
    const { euros, dollars } = await openBoth(bank, alice);
    await charge(bank, alice);
    const first = await getQuote(bank, alice, euros, dollars);
    await bank.owner`update bank.exchange_quotes set expires_at = now() where id = ${first.quote_id}`;
    expect(await getRefusal(move(bank, alice, euros, dollars, 500, first.quote_id))).toMatchObject({
      code: 'QTEXP',
      detail: { old: first.amount_to, new: first.amount_to, currency: 'USD' },
    });
    const second = await getQuote(bank, alice, euros, dollars);
    await bank.owner`update customers set clock_offset = clock_offset + interval '1 day' where id = ${alice.id}`;
    const { code, detail } = await getRefusal(move(bank, alice, euros, dollars, 500, second.quote_id));
    expect(code).toBe('QTEXP');
    const third = await getQuote(bank, alice, euros, dollars);
    expect(detail).toMatchObject({ new: third.amount_to });
    await move(bank, alice, euros, dollars, 500, third.quote_id);
    expect(await getBalance(bank, euros)).toBe('500.00');
    await expectSoundBooks(bank);
  });
});

describe('the realism settings', () => {
  test('are in the change history, and the engine keeps the margin', async ({ bank, alice }) => {
    await openAccount(bank, alice);
    await bank.asCustomer(alice)`select set_surprises('some')`;
    await bank.asCustomer(alice)`select set_bank_holidays(false)`;
    await bank.asCustomer(alice)`select set_pending_transactions('instant')`;
    await charge(bank, alice);
    await charge(bank, alice, false);
    const changes = await bank.asCustomer(alice)`
      select name, fields from changes where subject = 'settings' order by changed_at`;
    expect(changes).toEqual([
      { name: 'Realism', fields: { surprises: ['off', 'some'] } },
      { name: 'Realism', fields: { bank_holidays: [true, false] } },
      { name: 'Realism', fields: { pending_transactions: ['realistic', 'instant'] } },
      { name: 'Realism', fields: { exchange_margin: [0.6, 0] } },
    ]);
    expect(await getRefusal(charge(bank, alice, null))).toMatchObject({ code: 'BADTY' });
    await charge(bank, alice);
    const [found] =
      await bank.asService()`select * from engine_households(array[${alice.id}]::uuid[]) as row`;
    expect(getCarryover(buildHouseholdState(found?.row as HouseholdRow)).exchangeMargin).toBe(0.6);
  });

  test('and pay details are recorded part by part', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const details = {
      gross_per_year: 60_000,
      filing_status: 'single',
      retirement_percent: 4,
      match_percent: 50,
      match_up_to: 6,
      health: 80,
      hsa: 0,
      state_percent: 3,
    };
    const [rule] = await bank.asCustomer(alice)`
      insert into auto_deposits (name, account_id, amount, frequency, is_pay, pay_details)
      values ('Pay', ${id}, 1, 'BIWEEKLY', true, ${JSON.stringify(details)}::text::jsonb) returning id`;
    const changed = { ...details, retirement_percent: 6 };
    await bank.asCustomer(alice)`
      update auto_deposits set pay_details = ${JSON.stringify(changed)}::text::jsonb where id = ${rule?.id}`;
    const [change] = await bank.asCustomer(alice)`
      select fields from changes where subject_id = ${rule?.id} and action = 'changed'`;
    expect(change?.fields).toMatchObject({ pay_retirement_percent: [4, 6] });
    expect(Object.keys(change?.fields ?? {})).not.toContain('pay_details');
  });
});
