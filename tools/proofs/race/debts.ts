// Sends concurrent requests that affect cards, debts, and the clock.
import {
  type Attempt,
  call,
  getAccounts,
  getTransfer,
  type Opened,
  rpc,
  type Scene,
  type Setting,
  times,
} from './setting.ts';

/**
 * Makes purchases and payments on one card. The card's limit must hold, and its balance must always be
 * correct.
 */
export async function purchasesAndRepayments(setting: Setting): Promise<Scene> {
  const customer = await setting.bank.openCustomer();
  const [account] = (await getAccounts(setting, customer, 1, 1_000)) as [Opened];
  const body = { name: 'Blue', credit_limit: 200, balance: 100, apr: 20 };
  const card = String((await call(setting, customer, '/rest/v1/credit_cards', body)).id);
  const attempts = times(60, (index): Attempt => {
    const cents = setting.chance.between(500, 6_000);
    return index % 2 === 0
      ? {
          customer,
          path: rpc('charge_credit_card'),
          body: { card_id: card, amount: cents / 100 },
          moves: { [card]: -cents },
        }
      : {
          ...{ customer, path: rpc('pay_credit_card') },
          body: { card_id: card, amount: cents / 100, account_id: account.id },
          moves: { [card]: cents, [account.id]: -cents },
        };
  });
  return {
    attempts,
    before: new Map([
      [account.id, 100_000],
      [card, -10_000],
    ]),
  };
}

/** Closes an account and a card during transactions, and pays off a debt during payments. */
export async function closingWhilePaying(setting: Setting): Promise<Scene> {
  const customer = await setting.bank.openCustomer();
  const [closing, home] = (await getAccounts(setting, customer, 2, 1_000)) as [Opened, Opened];
  const card = String(
    (await call(setting, customer, '/rest/v1/credit_cards', { name: 'Blue', credit_limit: 900, apr: 20 })).id,
  );
  const loan = String(
    (await call(setting, customer, 'take_loan', { name: 'Car', amount: 600, interest_rate: 5, term: 12 })).id,
  );
  const cash = (verb: 'deposit' | 'withdraw', cents: number): Attempt => ({
    ...{ customer, path: rpc(verb), body: { account_id: closing.id, amount: cents / 100 } },
    moves: { [closing.id]: verb === 'deposit' ? cents : -cents },
  });
  const paid = (verb: string, body: object): Attempt => ({
    customer,
    path: rpc(verb),
    body: { account_id: home.id, ...body },
  });
  const attempts = [
    ...times(10, () => cash('deposit', setting.chance.between(1, 5_000))),
    ...times(10, () => cash('withdraw', setting.chance.between(1, 5_000))),
    ...times(6, () => getTransfer(home, closing, setting.chance.between(1, 2_000))),
    ...times(2, () => paid('close_account', { account_id: closing.id, sweep_to_account_id: home.id })),
    ...times(6, () => paid('charge_credit_card', { card_id: card, amount: 10, account_id: undefined })),
    ...times(6, () => paid('pay_credit_card', { card_id: card, amount: 10 })),
    ...times(2, () => paid('close_credit_card', { card_id: card, account_id: undefined })),
    ...times(4, () => paid('pay_loan', { loan_id: loan, amount: 90 })),
    ...times(4, (index) =>
      paid('pay_extra', { debt_id: loan, amount: 120, effect: index % 2 === 0 ? 'lower' : 'shorten' }),
    ),
    ...times(2, () => paid('pay_off', { debt_id: loan })),
  ];
  // The swept and remaining amounts aren't visible from outside, but their sum is known.
  const total = 200_000 - 60_000;
  return {
    attempts,
    before: new Map(),
    async checkResponses(answered) {
      const done = answered.filter(({ answer }) => answer.code === null);
      const charged = done.filter(({ path }) => path.endsWith('charge_credit_card')).length * 1_000;
      const flowed = done
        .filter(({ path }) => /deposit|withdraw/.test(path))
        .reduce((sum, { moves }) => sum + (moves?.[closing.id] ?? 0), 0);
      const [row] = await setting.bank.owner`
        select ((select sum(balance) from accounts where user_id = ${customer.id})
          - (select sum(balance) from credit_cards where user_id = ${customer.id})
          - (select sum(remaining_balance) from loans where user_id = ${customer.id})) * 100 as cents`;
      if (Number(row?.cents) !== total + flowed - charged)
        return `the household has ${row?.cents} instead of ${total + flowed - charged}`;
      const closings = done.filter(({ path }) => path.endsWith('close_account')).length;
      return closings === 1 ? null : `an account was closed ${closings} times`;
    },
  };
}

/** Sends several requests that move one household's clock while its customer makes payments. */
export async function concurrentFastForwards(setting: Setting): Promise<Scene> {
  const customer = await setting.bank.openCustomer();
  const [account] = (await getAccounts(setting, customer, 1, 1_000)) as [Opened];
  await call(setting, customer, 'open_account', { name: 'Savings', type: 'SAVINGS', initial_balance: 5_000 });
  await call(setting, customer, '/rest/v1/credit_cards', {
    name: 'Blue',
    credit_limit: 900,
    balance: 300,
    apr: 20,
  });
  await call(setting, customer, 'take_loan', { name: 'Car', amount: 600, interest_rate: 5, term: 12 });
  const attempts = [
    ...times(5, (): Attempt => ({ customer, path: '/functions/v1/advance', body: { by: 'P1M' } })),
    ...times(20, (index): Attempt => {
      const cents = setting.chance.between(1, 5_000);
      const verb = index % 2 === 0 ? 'deposit' : 'withdraw';
      return {
        ...{ customer, path: rpc(verb), body: { account_id: account.id, amount: cents / 100 } },
        moves: { [account.id]: verb === 'deposit' ? cents : -cents },
      };
    }),
  ];
  return {
    attempts,
    before: new Map([[account.id, 100_000]]),
    async checkResponses() {
      // Daily and monthly events must be posted only once.
      const twice = await setting.bank.owner`
        select event_key from bank.entries where household_id = ${customer.id} and event_key is not null group by 1 having count(*) > 1`;
      return twice.length === 0 ? null : `posted twice: ${JSON.stringify(twice)}`;
    },
  };
}
