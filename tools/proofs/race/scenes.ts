// Concurrent requests from customers, and the invariants that must be true afterward. Each scene has its own
// customers.
import { randomUUID } from 'node:crypto';
import { closingWhilePaying, concurrentFastForwards, purchasesAndRepayments } from './debts.ts';
import { cashAdvances, certificates, fundOrders, returns, surprises } from './products.ts';
import {
  type Attempt,
  balances,
  call,
  getAccounts,
  getTransfer,
  type Opened,
  rpc,
  type Scene,
  type Setting,
  times,
} from './setting.ts';

/** Sends circular and crossing transfers, some of which exceed the balance. */
export async function circles(setting: Setting): Promise<Scene> {
  const accounts = await getAccounts(setting, await setting.bank.openCustomer(), 4, 100);
  const [first] = accounts;
  const attempts = times(160, (index) => {
    const from = accounts[index % 4] ?? first;
    const to = accounts[(index + (index % 3) + 1) % 4] ?? first;
    return getTransfer(from as Opened, to as Opened, setting.chance.between(1, 4_000));
  });
  const rows = times(12, (index): Attempt => {
    const [from, to] = [accounts[index % 4] as Opened, accounts[(index + 1) % 4] as Opened];
    const body = { account_id: from.id, counter_account_id: to.id, amount: 3, type: 'TRANSFER' };
    return {
      customer: from.customer,
      path: '/rest/v1/transactions',
      body,
      moves: { [from.id]: -300, [to.id]: 300 },
    };
  });
  return { attempts: [...attempts, ...rows], before: new Map(balances(accounts, 10_000)) };
}

/**
 * Sends identical requests to both servers. Requests with an id must be executed once. Requests without an id
 * must be executed each time.
 */
export async function doubleClicks(setting: Setting): Promise<Scene> {
  const [account, second] = (await getAccounts(setting, await setting.bank.openCustomer(), 2, 500)) as [
    Opened,
    Opened,
  ];
  const presses = times(16, (index): Attempt[] => {
    const cents = setting.chance.between(1, 5_000);
    const id = index % 4 === 3 ? undefined : randomUUID();
    const verb = setting.chance.oneOf(['deposit', 'withdraw', 'transfer']);
    const press: Attempt =
      verb === 'transfer'
        ? getTransfer(account, second, cents)
        : {
            customer: account.customer,
            path: rpc(verb),
            body: { account_id: account.id, amount: cents / 100 },
            moves: { [account.id]: verb === 'deposit' ? cents : -cents },
          };
    return times(4, () => ({ ...press, body: { ...press.body, ...(id && { request_id: id }) }, once: id }));
  });
  return { attempts: presses.flat(), before: new Map(balances([account, second], 50_000)) };
}

/** Sends concurrent reversals of one transaction, and concurrent payments of one debt. */
export async function onlyOnce(setting: Setting): Promise<Scene> {
  const customer = await setting.bank.openCustomer();
  const [account, second] = (await getAccounts(setting, customer, 2, 1_000)) as [Opened, Opened];
  const entry = String(
    (
      await call(setting, customer, 'transfer', {
        from_account_id: account.id,
        to_account_id: second.id,
        amount: 50,
      })
    ).last_entry,
  );
  const [row] = await setting.bank
    .owner`select id from transactions where entry_id = ${entry} and account_id = ${account.id}`;
  const attempts = times(
    8,
    (): Attempt => ({
      ...{ customer, path: rpc('reverse_transaction'), body: { transaction_key: row?.id } },
      moves: { [account.id]: 5_000, [second.id]: -5_000 },
    }),
  );
  const noise = times(20, () => getTransfer(second, account, setting.chance.between(1, 500)));
  return {
    attempts: [...attempts, ...noise],
    before: new Map([
      [account.id, 95_000],
      [second.id, 105_000],
    ]),
    checkResponses(answered) {
      const done = answered.filter(
        ({ path, answer }) => path.endsWith('reverse_transaction') && answer.code === null,
      );
      return done.length === 1 ? null : `one transaction was reversed ${done.length} times`;
    },
  };
}

/** Accepts, declines, and cancels the same transfers concurrently. Only one of these requests can succeed. */
export async function peerTransfers(setting: Setting): Promise<Scene> {
  const [sender, receiver] = [await setting.bank.openCustomer(), await setting.bank.openCustomer()];
  const [from] = (await getAccounts(setting, sender, 1, 500)) as [Opened];
  const [to] = (await getAccounts(setting, receiver, 1, 500)) as [Opened];
  const attempts: Attempt[] = [];
  // All transfers are sent before any is accepted, because money from linked customers arrives immediately.
  for (let index = 0; index < 5; index += 1) {
    const body = { account_id: from.id, amount: 10, address: receiver.email };
    const { peer_transfer_id } = await call(setting, sender, 'pay_person', body);
    const back = { [from.id]: 1_000 };
    attempts.push(
      ...times(2, () => ({
        ...{
          customer: receiver,
          path: rpc('accept_transfer'),
          body: { peer_transfer_id, account_id: to.id },
        },
        moves: { [to.id]: 1_000 },
      })),
      ...times(2, () => ({
        customer: sender,
        path: rpc('cancel_peer_transfer'),
        body: { peer_transfer_id },
        moves: back,
      })),
      { customer: receiver, path: rpc('decline_peer_transfer'), body: { peer_transfer_id }, moves: back },
    );
  }
  return {
    attempts,
    before: new Map([
      [from.id, 45_000],
      [to.id, 50_000],
    ]),
    checkResponses(answered) {
      const done = answered.filter(({ answer }) => answer.code === null);
      const ids = new Set(done.map(({ body }) => body.peer_transfer_id));
      return done.length === 5 && ids.size === 5 ? null : `five transfers were closed ${done.length} times`;
    },
  };
}

/** Makes three linked customers pay each other in a circle while transfers are accepted and canceled. */
export async function people(setting: Setting): Promise<Scene> {
  const customers = await Promise.all(times(3, () => setting.bank.openCustomer()));
  const accounts = (
    await Promise.all(customers.map((customer) => getAccounts(setting, customer, 1, 500)))
  ).flat();
  const next = <Item>(items: readonly Item[], index: number) => items[(index + 1) % 3] as Item;
  for (const [index, { id, customer }] of accounts.entries()) {
    const { peer_transfer_id } = await call(setting, customer, 'pay_person', {
      account_id: id,
      amount: 1,
      address: next(customers, index).email,
    });
    await call(setting, next(customers, index), 'accept_transfer', {
      peer_transfer_id,
      account_id: next(accounts, index).id,
    });
  }
  const pay = (index: number): Attempt => {
    const [from, to] = [accounts[index % 3] as Opened, accounts[(index + 1 + (index % 2)) % 3] as Opened];
    const cents = setting.chance.between(1, 4_000);
    return {
      ...{ customer: from.customer, path: rpc('pay_person') },
      body: { account_id: from.id, amount: cents / 100, address: to.customer.email },
      moves: { [from.id]: -cents, [to.id]: cents },
    };
  };
  return { attempts: times(48, pay), before: new Map(balances(accounts, 50_000)) };
}

export const SCENES = {
  circles,
  doubleClicks,
  purchasesAndRepayments,
  closingWhilePaying,
  concurrentFastForwards,
  onlyOnce,
  people,
  peerTransfers,
  certificates,
  fundOrders,
  cashAdvances,
  returns,
  surprises,
};
