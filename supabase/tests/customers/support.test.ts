import { describe, expect } from 'vitest';
import type { Bank, Person } from '../support/harness.ts';
import { test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

type TicketInput = { subject?: string; body?: string; about?: string | null; article?: string | null };

async function openTicket(bank: Bank, person: Person, input: TicketInput = {}) {
  const { subject = 'A fee', body = 'Where does it come from?', about = null, article = null } = input;
  const [ticket] = await bank.asCustomer(person)`
    select * from open_ticket(${subject}, ${body}, 'card', ${about}, article => ${article})`;
  return ticket as { id: string } & Record<string, unknown>;
}

const getMessages = (bank: Bank, id: string) =>
  bank.owner`select author, body, article from ticket_messages where ticket_id = ${id} order by created_at`;

describe('support', () => {
  test('a new question waits for the bank, with an article as the automatic answer', async ({
    bank,
    alice,
  }) => {
    const ticket = await openTicket(bank, alice, {
      body: '  First line \u202e\u0007\r\n\n\n\n second\u200b line ',
      article: 'card-fees',
    });
    expect(ticket).toMatchObject({ state: 'open', topic: 'card', about: null, answered_at: null });
    expect(await getMessages(bank, ticket.id)).toEqual([
      { author: 'customer', body: 'First line\n\nsecond  line', article: null },
      { author: 'automatic', body: null, article: 'card-fees' },
    ]);
  });

  test('answers, questions, replies, and resolutions change who must answer', async ({ bank, alice }) => {
    const { id } = await openTicket(bank, alice);
    const states: unknown[] = [];
    const operator = bank.asService();
    const [answered] = await operator`select * from answer_ticket(${id}, 'It is a late fee.')`;
    const [waiting] = await operator`select * from answer_ticket(${id}, 'Which card?', asks_back => true)`;
    const [open] = await bank.asCustomer(alice)`select * from reply_to_ticket(${id}, 'The blue one.')`;
    const [resolved] = await operator`select * from settle_ticket(${id}, 'resolved', 'It is credited.')`;
    const [closed] = await operator`select * from settle_ticket(${id}, 'closed')`;
    for (const row of [answered, waiting, open, resolved, closed]) states.push(row?.state);
    expect(states).toEqual(['answered', 'waiting', 'open', 'resolved', 'closed']);
    expect(closed?.ended_at).toEqual(resolved?.ended_at);
    expect((await getMessages(bank, id)).map(({ author }) => author)).toEqual([
      'customer',
      'operator',
      'operator',
      'customer',
      'operator',
    ]);
    await expect(operator`select answer_ticket(${id}, 'More')`).rejects.toMatchObject({ code: 'TKEND' });
  });

  test('a resolved question can be reopened by writing for 14 days of real time', async ({ bank, alice }) => {
    const { id } = await openTicket(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`select resolve_ticket(${id})`;
    await customer`select rate_ticket(${id}, 2, 'Slow')`;
    const [reopened] = await customer`select * from reply_to_ticket(${id}, 'It came back.')`;
    expect(reopened).toMatchObject({ state: 'open', ended_at: null, satisfaction: null });
    await customer`select resolve_ticket(${id})`;
    await bank.owner`update tickets set ended_at = ended_at - interval '14 days' where id = ${id}`;
    await expect(customer`select reply_to_ticket(${id}, 'Again')`).rejects.toMatchObject({ code: 'TKEND' });
    await bank.owner`select bank.close_settled_tickets()`;
    expect(await customer`select state from tickets where id = ${id}`).toEqual([{ state: 'closed' }]);
  });

  test('a fast-forward changes no instant of a ticket', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer()`;
    await bank.owner`update customers set clock_offset = interval '400 days' where id = ${alice.id}`;
    const { id } = await openTicket(bank, alice);
    await customer`select resolve_ticket(${id})`;
    const [times] = await bank.owner`
      select created_at between clock_timestamp() - interval '1 minute' and clock_timestamp() as asked,
        ended_at between created_at and clock_timestamp() as ended from tickets where id = ${id}`;
    expect(times).toEqual({ asked: true, ended: true });
  });

  test('satisfaction is asked after the resolution, and the latest rating counts', async ({
    bank,
    alice,
  }) => {
    const { id } = await openTicket(bank, alice);
    const customer = bank.asCustomer(alice);
    await expect(customer`select rate_ticket(${id}, 5)`).rejects.toMatchObject({ code: 'TKEND' });
    await customer`select resolve_ticket(${id})`;
    for (const wrong of [0, 6, null])
      await expect(customer`select rate_ticket(${id}, ${wrong}::integer)`).rejects.toMatchObject({
        code: 'BADTY',
      });
    await customer`select rate_ticket(${id}, 1)`;
    const [rated] = await customer`select * from rate_ticket(${id}, 4, 'Quick')`;
    expect(rated).toMatchObject({ satisfaction: 4, satisfaction_comment: 'Quick', state: 'resolved' });
  });

  test('a question may refer to a transaction, account, or card of its customer only', async ({
    bank,
    alice,
    bob,
  }) => {
    const account = await openAccount(bank, alice, { name: 'Everyday', balance: 100 });
    const customer = bank.asCustomer(alice);
    const [row] = await customer`select id from transactions where account_id = ${account.id}`;
    const [card] = await customer`
      insert into credit_cards (name, credit_limit, balance, apr, due_date) values ('Tide', 900, 0, 20, current_date + 9) returning id`;
    const [charged] = await customer`select * from charge_credit_card(${card?.id}, 20, 'Grocer')`;
    const onCard = `${card?.id}:${charged?.last_entry}`;
    expect(await openTicket(bank, alice, { about: account.id })).toMatchObject({
      about_kind: 'account',
      about_name: 'Everyday',
    });
    expect((await openTicket(bank, alice, { about: row?.id })).about_name).toMatch(
      /^Initial deposit, \$100\.00, [A-Z][a-z]{2} \d{1,2}$/,
    );
    expect((await openTicket(bank, alice, { about: onCard })).about_name).toMatch(/^Grocer, \$20\.00, /);
    for (const about of [account.id, row?.id, card?.id, onCard, 'nonsense'])
      await expect(openTicket(bank, bob, { about })).rejects.toMatchObject({ code: 'NTFND' });
  });

  test("attachments are the customer's documents, five per message, and are deleted with the document", async ({
    bank,
    alice,
    bob,
  }) => {
    const keep = async (person: Person) => {
      await bank.asCustomer(person)`select ensure_customer()`;
      const [stored] = await bank.asService()`
        select * from save_upload(${person.id}, ${crypto.randomUUID()}, 'Bill.pdf', 'application/pdf', 10, ${'0'.repeat(64)})`;
      return String(stored?.id);
    };
    const [hers, his] = [await keep(alice), await keep(bob)];
    const open = (ids: string[]) =>
      bank.asCustomer(alice)`select open_ticket('A bill', 'See it', 'other', document_ids => ${ids}::uuid[])`;
    await expect(open([hers, his])).rejects.toMatchObject({ code: 'NTFND' });
    await expect(open(Array.from({ length: 6 }, () => crypto.randomUUID()))).rejects.toMatchObject({
      code: 'LIMIT',
    });
    await open([hers]);
    const customer = bank.asCustomer(alice);
    expect(await customer`select document_id from ticket_attachments`).toEqual([{ document_id: hers }]);
    await customer`update documents set deleted_at = now() where id = ${hers}`;
    await customer`delete from documents where id = ${hers}`;
    expect(await customer`select from ticket_attachments`).toEqual([]);
  });

  test('only the operator can write as the bank', async ({ bank, alice, bob }) => {
    const { id } = await openTicket(bank, alice);
    for (const query of [bank.asCustomer(alice), bank.asCustomer(bob), bank.asVisitor()]) {
      for (const attempt of [
        query`select answer_ticket(${id}, 'I am the bank')`,
        query`select settle_ticket(${id}, 'closed')`,
        query`insert into ticket_messages (ticket_id, user_id, author, body) values (${id}, ${alice.id}, 'operator', 'Hello')`,
        query`update tickets set state = 'answered', answered_at = now() where id = ${id}`,
      ])
        await expect(attempt).rejects.toMatchObject({ code: '42501' });
    }
    await openTicket(bank, alice, { article: '<script>alert(1)</script>' });
    expect(await bank.owner`select from ticket_messages where author <> 'customer'`).toEqual([]);
  });

  test("another customer can't read or write a ticket", async ({ bank, alice, bob }) => {
    const { id } = await openTicket(bank, alice);
    const stranger = bank.asCustomer(bob);
    for (const attempt of [
      stranger`select reply_to_ticket(${id}, 'Hello')`,
      stranger`select resolve_ticket(${id})`,
      stranger`select rate_ticket(${id}, 5)`,
      stranger`select mark_ticket_read(${id})`,
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'NTFND' });
    expect(await stranger`select from tickets`).toEqual([]);
    expect(await stranger`select from ticket_messages`).toEqual([]);
  });

  test('message length, open tickets, and messages per hour are limited', async ({ bank, alice }) => {
    for (const wrong of [{ subject: ' \u0007 ' }, { subject: 'x'.repeat(121) }])
      await expect(openTicket(bank, alice, wrong)).rejects.toMatchObject({ code: 'BADTX' });
    for (const body of ['\n \u200b \n', 'x'.repeat(4001)])
      await expect(openTicket(bank, alice, { body })).rejects.toMatchObject({ code: 'BADTX' });
    for (let count = 0; count < 10; count += 1) await openTicket(bank, alice);
    await expect(openTicket(bank, alice)).rejects.toMatchObject({ code: 'SLOWR' });
    await bank.owner`update tickets set created_at = created_at - interval '2 hours'`;
    for (let count = 0; count < 10; count += 1) await openTicket(bank, alice);
    await bank.owner`update tickets set created_at = created_at - interval '2 hours'`;
    await expect(openTicket(bank, alice)).rejects.toMatchObject({ code: 'LIMIT' });
    const [{ id } = { id: '' }] = await bank.owner`select id from tickets limit 1`;
    const write = () => bank.asCustomer(alice)`select reply_to_ticket(${id}, 'More')`;
    for (let written = 20; written < 30; written += 1) await write();
    await expect(write()).rejects.toMatchObject({ code: 'SLOWR' });
  });

  test('a repeated request asks once', async ({ bank, alice }) => {
    const send = (body: string) =>
      bank.asCustomer(alice)`select id from open_ticket('A fee', ${body}, request_id => 'one')`;
    const first = await send('Why?');
    expect(await send('Why?')).toEqual(first);
    await expect(send('How?')).rejects.toMatchObject({ code: 'RQDIF' });
  });

  test('an article is rated once per customer, and the latest rating counts', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select rate_article('card-fees', true)`;
    await customer`select rate_article('card-fees', false)`;
    expect(await customer`select article, helpful from help_votes`).toEqual([
      { article: 'card-fees', helpful: false },
    ]);
    await expect(customer`select rate_article('Not an article')`).rejects.toMatchObject({ code: 'NTFND' });
  });

  test('deleting a customer deletes all questions', async ({ bank, alice }) => {
    const { id } = await openTicket(bank, alice, { article: 'card-fees' });
    await bank.asService()`select answer_ticket(${id}, 'It is a late fee.')`;
    await bank.asCustomer(alice)`select rate_article('card-fees', true)`;
    await bank.owner`select bank.erase_customer(${alice.id})`;
    const [left] = await bank.owner`
      select (select count(*) from tickets) + (select count(*) from ticket_messages) + (select count(*) from help_votes) as count`;
    expect(Number(left?.count)).toBe(0);
  });
});
