import { describe, expect } from 'vitest';
import { isPushService } from '../../functions/web-push.ts';
import { simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

const KEY = `B${'A'.repeat(86)}`;
const AUTH = 'A'.repeat(22);
const BROWSER = 'https://fcm.googleapis.com/fcm/send/1';

const subscribe = (bank: Bank, person: Person, endpoint = BROWSER) =>
  bank.asCustomer(person)`select subscribe_to_push(${endpoint}, ${KEY}, ${AUTH}) as id`;
const claim = (bank: Bank) =>
  bank.asService()`select endpoint, p256dh, auth, items from claim_push_notifications()`;

async function payDaily(bank: Bank, person: Person) {
  const { id } = await openAccount(bank, person);
  await bank.asCustomer(person)`
    insert into auto_deposits (account_id, name, amount, frequency, start_date)
    values (${id}, 'Pay', 500, 'DAILY', (simulated_now() at time zone 'UTC')::date + 1)`;
}

describe('a push subscription', () => {
  test('receives new events once, with the number of similar ones', async ({ bank, alice }) => {
    await payDaily(bank, alice);
    await subscribe(bank, alice);
    expect(await claim(bank)).toEqual([]);
    await simulateDays(bank, alice, 3);
    const [claimed, ...more] = await claim(bank);
    expect(more).toEqual([]);
    expect(claimed).toMatchObject({ endpoint: BROWSER, p256dh: KEY, auth: AUTH });
    expect(claimed?.items).toEqual([
      {
        kind: 'deposit_landed',
        message: 'Pay of $500.00 arrived in Everyday.',
        path: '/auto-deposit',
        others: expect.toSatisfy((others: number) => others === 1 || others === 2),
      },
    ]);
    expect(await claim(bank)).toEqual([]);
    await simulateDays(bank, alice, 1);
    expect(await claim(bank)).toMatchObject([{ items: [{ others: 0 }] }]);
  });

  test('receives nothing that the customer turned off', async ({ bank, alice }) => {
    await payDaily(bank, alice);
    await subscribe(bank, alice);
    await bank.asCustomer(alice)`select set_notification_preference('deposit_landed', false)`;
    await simulateDays(bank, alice, 3);
    expect(await claim(bank)).toEqual([]);
  });

  test('belongs to the last customer who used it and nobody else', async ({ bank, alice, bob }) => {
    await subscribe(bank, alice);
    await subscribe(bank, bob);
    expect(await bank.asCustomer(alice)`select id from push_subscriptions`).toEqual([]);
    expect(await bank.asCustomer(bob)`select endpoint from push_subscriptions`).toEqual([
      { endpoint: BROWSER },
    ]);
    await bank.asCustomer(alice)`delete from push_subscriptions where endpoint = ${BROWSER}`;
    expect(await bank.asCustomer(bob)`select id from push_subscriptions`).toHaveLength(1);
    await bank.asCustomer(bob)`delete from push_subscriptions where endpoint = ${BROWSER}`;
    expect(await bank.owner`select id from push_subscriptions`).toEqual([]);
  });

  test('hides its secrets from pages, and only the sender can claim its messages', async ({
    bank,
    alice,
  }) => {
    await subscribe(bank, alice);
    const customer = bank.asCustomer(alice);
    await expect(customer`select auth from push_subscriptions`).rejects.toMatchObject({ code: '42501' });
    await expect(customer`select * from claim_push_notifications()`).rejects.toMatchObject({ code: '42501' });
    await expect(
      customer`update push_subscriptions set endpoint = 'https://elsewhere.example'`,
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      bank.asVisitor()`select subscribe_to_push(${BROWSER}, ${KEY}, ${AUTH})`,
    ).rejects.toMatchObject({ code: '42501' });
  });

  test.for([
    [BROWSER, 'short', AUTH],
    [BROWSER, KEY, 'not base64!'],
  ] as const)('is refused when invalid: %s', async ([endpoint, key, secret], { bank, alice }) => {
    await expect(
      bank.asCustomer(alice)`select subscribe_to_push(${endpoint}, ${key}, ${secret})`,
    ).rejects.toMatchObject({ code: '23514' });
  });

  /**
   * Addresses of push services, and addresses that look similar. The sender and the bank must make the same
   * decision about each address.
   */
  test.for([
    ['https://fcm.googleapis.com/fcm/send/1', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/1', true],
    ['https://db5p.notify.windows.com/w/?token=1', true],
    ['https://web.push.apple.com/1', true],
    ['http://127.0.0.1:9/', false],
    ['http://fcm.googleapis.com/fcm/send/1', false],
    ['ftp://fcm.googleapis.com/fcm/send/1', false],
    ['https://fcm.googleapis.com:8443/fcm/send/1', false],
    ['https://fcm.googleapis.com@169.254.169.254/latest', false],
    ['https://fcm.googleapis.com.example.com/1', false],
    ['https://evilpush.apple.com.example.com/1', false],
    ['https://evilpush.apple.com/1', false],
    ['https://localhost/fcm.googleapis.com/1', false],
    ['https://push.example.com/1', false],
  ] as const)(
    'with an address of %s is accepted only from a known push service: %s',
    async ([endpoint, isKnown], { bank, alice }) => {
      expect(isPushService(endpoint)).toBe(isKnown);
      const attempt = subscribe(bank, alice, endpoint);
      if (isKnown) await attempt;
      else await expect(attempt).rejects.toMatchObject({ code: 'BADEP' });
      const rows = await bank.owner`select endpoint from push_subscriptions where user_id = ${alice.id}`;
      expect(rows).toEqual(isKnown ? [{ endpoint }] : []);
    },
  );

  test('is limited to twenty per customer', async ({ bank, alice }) => {
    for (let number = 0; number < 20; number += 1) await subscribe(bank, alice, `${BROWSER}/${number}`);
    await subscribe(bank, alice, `${BROWSER}/3`);
    await expect(subscribe(bank, alice, `${BROWSER}/20`)).rejects.toMatchObject({ code: 'LIMIT' });
  });

  test('starts again at a restored checkpoint', async ({ bank, alice }) => {
    await payDaily(bank, alice);
    await bank.owner`update customers set clock_offset = clock_offset + interval '10 days' where id = ${alice.id}`;
    await subscribe(bank, alice);
    await bank.owner`update customers set clock_offset = interval '0' where id = ${alice.id}`;
    expect(await claim(bank)).toEqual([]);
    await simulateDays(bank, alice, 2);
    expect(await claim(bank)).toMatchObject([{ items: [{ kind: 'deposit_landed' }] }]);
  });
});
