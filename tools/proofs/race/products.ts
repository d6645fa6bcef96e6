// Sends concurrent requests that affect CDs, funds, cash advances, returned purchases, and surprises.
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { createLeak } from '../../../engine/testing/surprises.ts';
import {
  type Attempt,
  call,
  getAccounts,
  type Opened,
  rpc,
  type Scene,
  type Setting,
  times,
} from './setting.ts';

/** Withdraws parts of a CD and all of it at the same time, while money moves in the account that receives it. */
export async function certificates(setting: Setting): Promise<Scene> {
  const customer = await setting.bank.openCustomer();
  const [account] = (await getAccounts(setting, customer, 1, 9_000)) as [Opened];
  const cd = String(
    (await call(setting, customer, 'open_cd', { funding_account_id: account.id, amount: 6_000 })).id,
  );
  const quote = async (amount: number | null) =>
    Number((await call(setting, customer, 'quote_cd_withdrawal', { account_id: cd, amount })).penalty);
  const [partial, whole] = [await quote(1_500), await quote(null)];
  const take = (amount: number | null, penalty: number): Attempt => ({
    customer,
    path: rpc('withdraw_from_cd'),
    body: { account_id: cd, to_account_id: account.id, amount, penalty },
  });
  const attempts = [
    ...times(8, () => take(1_500, partial)),
    ...times(4, () => take(null, whole)),
    ...times(6, (): Attempt => {
      const cents = setting.chance.between(1, 4_000);
      return { customer, path: rpc('withdraw'), body: { account_id: account.id, amount: cents / 100 } };
    }),
  ];
  return {
    attempts,
    before: new Map(),
    async checkResponses(answered) {
      const done = answered.filter(({ answer }) => answer.code === null);
      const withdrawn = done
        .filter(({ path }) => path.endsWith('/withdraw'))
        .reduce((sum, { body }) => sum + Math.round(Number(body.amount) * 100), 0);
      const taken = done.filter(({ path }) => path.endsWith('withdraw_from_cd'));
      const all = taken.filter(({ body }) => body.amount === null).length;
      const parts = taken.length - all;
      const [row] = await setting.bank.owner`
        select (select sum(balance) from accounts where user_id = ${customer.id})::numeric * 100 as cents,
          (select count(*)::int from bank.entries e where e.household_id = ${customer.id}
            and e.kind = 'cd_withdrawal') as withdrawals`;
      if (row?.withdrawals !== parts + all) return `${parts + all} withdrawals, ${row?.withdrawals} entries`;
      if (parts > 3 || all > 1) return `${parts} parts and ${all} times everything were withdrawn`;
      const penalties = Math.round(partial * 100) * parts;
      const left = 900_000 - withdrawn - penalties - Number(row?.cents);
      // Closing costs its own penalty, which depends on what is left, but never more than the first quote.
      const isRight = all === 0 ? left === 0 : left >= 0 && left <= Math.round(whole * 100);
      return isRight
        ? null
        : `the household has ${row?.cents} after ${parts} parts and ${all} times everything`;
    },
  };
}

/** Sells the same units, buys with the same money, and cancels orders. Then the engine fills the orders. */
export async function fundOrders(setting: Setting): Promise<Scene> {
  const customer = await setting.bank.openCustomer();
  const [account] = (await getAccounts(setting, customer, 1, 2_000)) as [Opened];
  const fund = String(
    (
      await call(setting, customer, 'open_account', {
        name: 'Future',
        type: 'INVESTMENT',
        initial_balance: 10_000,
      })
    ).id,
  );
  await call(setting, customer, 'convert_to_funds', { account_id: fund, us_stocks: 100 });
  await call(setting, customer, '/functions/v1/advance', { by: 'P1W' });
  const [held] = await setting.bank.owner`
    select units::text from public.holdings where account_id = ${fund} and fund = 'US_STOCKS'`;
  const order = (body: object): Attempt => ({
    customer,
    path: rpc('place_fund_order'),
    body: { account_id: fund, cash_account_id: account.id, ...body },
  });
  const attempts = [
    ...times(6, () => order({ side: 'sell', fund: 'US_STOCKS', units: Number(held?.units) })),
    ...times(6, () => order({ side: 'buy', fund: 'BONDS', amount: 600 })),
    ...times(
      6,
      (): Attempt => ({
        customer,
        path: rpc('withdraw'),
        body: { account_id: account.id, amount: 500 },
      }),
    ),
    ...times(2, (): Attempt => ({ customer, path: '/functions/v1/advance', body: { by: 'P1W' } })),
  ];
  return {
    attempts,
    before: new Map(),
    async checkResponses(answered) {
      const count = (match: (attempt: Attempt) => boolean) =>
        answered.filter((attempt) => attempt.answer.code === null && match(attempt)).length;
      const sold = count(({ body }) => body.side === 'sell');
      if (sold !== 1) return `all units were sold ${sold} times`;
      await call(setting, customer, '/functions/v1/advance', { by: 'P1W' });
      const rows = await setting.bank.owner`
        select side, status, count(*)::int as count, sum(filled_amount)::numeric as amount
        from public.fund_orders where account_id = ${fund} and cash_account_id = ${account.id} group by 1, 2`;
      const sum = (side: string) =>
        Number(rows.find((row) => row.side === side && row.status === 'filled')?.amount ?? 0);
      const withdrawn = count(({ path }) => path.endsWith('/withdraw')) * 500;
      const [row] = await setting.bank.owner`
        select balance::float as balance from public.accounts where id = ${account.id}`;
      const expected = 2_000 - withdrawn - sum('buy') + sum('sell');
      return Math.abs(Number(row?.balance) - expected) < 0.005
        ? null
        : `the account has ${row?.balance} instead of ${expected}: ${JSON.stringify(rows)}`;
    },
  };
}

/** Takes cash from a card, charges it, and pays it at its limit. */
export async function cashAdvances(setting: Setting): Promise<Scene> {
  const customer = await setting.bank.openCustomer();
  const [account] = (await getAccounts(setting, customer, 1, 500)) as [Opened];
  const body = { name: 'Blue', credit_limit: 1_000, balance: 700, apr: 20 };
  const card = String((await call(setting, customer, '/rest/v1/credit_cards', body)).id);
  // Each cash advance of 40.00 costs 10.00.
  const attempts = times(36, (index): Attempt => {
    if (index % 3 === 0)
      return {
        ...{ customer, path: rpc('take_cash_advance') },
        body: { card_id: card, account_id: account.id, amount: 40 },
        moves: { [card]: -5_000, [account.id]: 4_000 },
      };
    const cents = setting.chance.between(500, 6_000);
    if (index % 3 === 1)
      return {
        ...{ customer, path: rpc('charge_credit_card') },
        body: { card_id: card, amount: cents / 100 },
        moves: { [card]: -cents },
      };
    return {
      ...{ customer, path: rpc('pay_credit_card') },
      body: { card_id: card, amount: cents / 100, account_id: account.id },
      moves: { [card]: cents, [account.id]: -cents },
    };
  });
  return {
    attempts,
    before: new Map([
      [account.id, 50_000],
      [card, -70_000],
    ]),
    async checkResponses() {
      const [row] = await setting.bank.owner`
        select balance <= credit_limit as within from public.credit_cards where id = ${card}`;
      return row?.within === true ? null : 'the card is over its limit';
    },
  };
}

/** Returns a purchase several times, cancels the returns, and disputes the purchase. */
export async function returns(setting: Setting): Promise<Scene> {
  const customer = await setting.bank.openCustomer();
  const body = { name: 'Blue', credit_limit: 1_000, apr: 20 };
  const card = String((await call(setting, customer, '/rest/v1/credit_cards', body)).id);
  const charged = await call(setting, customer, 'charge_credit_card', { card_id: card, amount: 90 });
  const entry = Number(charged.last_entry);
  const attempts = [
    ...times(
      6,
      (): Attempt => ({
        customer,
        path: rpc('return_purchase'),
        body: { transaction_key: `${card}:${entry}`, amount: 60 },
      }),
    ),
    ...times(
      4,
      (): Attempt => ({
        customer,
        path: rpc('open_dispute'),
        body: { card_id: card, entry_id: entry, amount: 90, reason: 'other' },
      }),
    ),
  ];
  return {
    attempts,
    before: new Map(),
    async checkResponses() {
      const [row] = await setting.bank.owner`
        select (select coalesce(sum(amount), 0)::float from public.refunds where entry_id = ${entry}) as returned,
          (select count(*)::int from public.disputes where entry_id = ${entry}) as disputes`;
      const given = Number(row?.returned) + Number(row?.disputes) * 90;
      return given <= 90 && given > 0
        ? null
        : `${given} of 90 were returned or disputed: ${JSON.stringify(row)}`;
    },
  };
}

/** Decides one surprise several times, in different ways, and pays for it at most once. */
export async function surprises(setting: Setting): Promise<Scene> {
  const customer = await setting.bank.openCustomer();
  const [account] = (await getAccounts(setting, customer, 1, 2_000)) as [Opened];
  const surprise = 'luck:2026-01:home_repair';
  const today = Math.floor(Date.now() / DAY_MS);
  const leak = createLeak((today - 1) as never, surprise, { currency: 'USD', until: today + 6 });
  await setting.bank.owner`
    update bank.clocks set carryover = carryover
      || ${setting.bank.owner.json({ shocks: [{ ...leak, begun: true }] } as never)}
    where household_id = ${customer.id}`;
  const attempts = times(
    12,
    (index): Attempt => ({
      customer,
      path: rpc('decide_surprise'),
      body: { surprise, choice: ['repair', 'replace', 'wait'][index % 3], account_id: account.id },
    }),
  );
  const costs: Record<string, number> = { repair: 24_000, replace: 76_000, wait: 0 };
  return {
    attempts,
    before: new Map(),
    async checkResponses(answered) {
      const done = answered.filter(({ answer }) => answer.code === null);
      if (done.length !== 1) return `one surprise was decided ${done.length} times`;
      const [row] = await setting.bank.owner`
        select (balance * 100)::int as cents from public.accounts where id = ${account.id}`;
      const expected = 200_000 - (costs[String(done[0]?.body.choice)] ?? 0);
      return row?.cents === expected ? null : `the account has ${row?.cents} instead of ${expected}`;
    },
  };
}
