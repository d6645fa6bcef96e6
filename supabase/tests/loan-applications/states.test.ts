import { describe, expect } from 'vitest';
import { dayText, getDate, parseDay } from '../../../engine/calendar/calendar.ts';
import { getClosing } from '../../../engine/credit/closing.ts';
import { markMinor } from '../../../engine/money/minor.ts';
import { findPaymentDayChange } from '../../../engine/products/debts/payment-day.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';

type Row = {
  id: string;
  status: string;
  loan_id: string | null;
  mortgage_id: string | null;
  [column: string]: unknown;
};
type Details = {
  type?: string;
  amount?: number;
  months?: number;
  value?: number | null;
  income?: number | null;
};

async function submit(
  bank: Bank,
  person: Person,
  { type = 'PERSONAL', amount = 9000, months = 36, value = null, income = 60000 }: Details = {},
): Promise<Row> {
  const [row] = await bank.asCustomer(person)`
    select * from submit_application(loan_type => ${type}, loan_amount => ${amount}, term_months => ${months},
      applicant_name => 'A. Customer', annual_income => ${income}, employment_status => 'EMPLOYED', collateral_value => ${value})`;
  return row as Row;
}

const review = async (bank: Bank, person: Person, id: string) =>
  (await bank.asService()`select * from review_application(${person.id}, ${id})`)[0] as Row;

const OFFERS = [
  { kind: 'asked', amount: 900000, term: 36, rate: 11.5, payment: 29678, interest: 168408, downPayment: 0 },
  { kind: 'shorter', amount: 900000, term: 24, rate: 11.5, payment: 42156, interest: 111744, downPayment: 0 },
];
const getDecision = (decision: string, offers: object[] = OFFERS) => ({
  decision,
  version: '2026-11',
  reasons: [
    { code: 'debt', text: 'All is well.', weight: 35, value: 12, limit: 43, unit: 'percent', effect: 'for' },
  ],
  offers,
});

const record = async (bank: Bank, person: Person, id: string, decision: object = getDecision('approved')) =>
  (
    await bank.asService()`select * from record_decision(${person.id}, ${id}, ${decision as never})`
  )[0] as Row;

async function approved(
  bank: Bank,
  person: Person,
  details: Details = {},
  offers: object[] = OFFERS,
): Promise<Row> {
  const { id } = await submit(bank, person, details);
  await review(bank, person, id);
  return record(bank, person, id, getDecision('approved', offers));
}

const accept = async (
  bank: Bank,
  person: Person,
  id: string,
  account: string,
  offer = 0,
  request: string | null = null,
) =>
  (
    await bank.asCustomer(person)`select * from accept_offer(${id}, ${offer}, ${account}, ${request})`
  )[0] as Row;

const getStatus = async (bank: Bank, id: string) =>
  (await bank.owner`select status from loan_applications where id = ${id}`)[0]?.status;

/** Creates an application in every possible state. */
async function everyState(bank: Bank, person: Person): Promise<Record<string, string>> {
  const { id: account } = await openAccount(bank, person, { balance: 10 });
  const [draft] = await bank.asCustomer(person)`select * from save_application_draft('{"step":"1"}')`;
  const inReview = await bank.owner`
    insert into loan_applications (user_id, applicant_name, loan_amount, annual_income) values (${person.id}, 'A', 500, 60000) returning id`;
  const states: Record<string, string> = { draft: draft?.id, in_review: inReview[0]?.id };
  await review(bank, person, inReview[0]?.id);
  const insert = async () =>
    (
      await bank.asCustomer(person)`
        insert into loan_applications (loan_amount, annual_income) values (9000, 60000) returning id`
    )[0]?.id as string;
  states.submitted = await insert();
  for (const outcome of ['approved', 'countered', 'declined', 'funded', 'withdrawn', 'expired']) {
    const id = await insert();
    await review(bank, person, id);
    const isOffer = outcome !== 'declined';
    await record(
      bank,
      person,
      id,
      getDecision(['countered', 'declined'].includes(outcome) ? outcome : 'approved', isOffer ? OFFERS : []),
    );
    if (outcome === 'funded') await accept(bank, person, id, account);
    if (outcome === 'withdrawn') await bank.asCustomer(person)`select withdraw_application(${id})`;
    if (outcome === 'expired')
      await bank.owner`update loan_applications set status = 'expired', ended_at = expires_at where id = ${id}`;
    states[outcome] = id;
  }
  return states;
}

describe('a draft', () => {
  test('is saved once per customer, continued, and submitted', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const save = async (form: object) =>
      (await customer`select * from save_application_draft(${form as never})`)[0] as Row;
    const first = await save({ loanAmount: '12' });
    const second = await save({ loanAmount: '1200', step: 'income' });
    expect(second).toMatchObject({
      id: first.id,
      status: 'draft',
      form: { loanAmount: '1200', step: 'income' },
      loan_amount: '0',
    });
    const sent = await submit(bank, alice, { amount: 1200 });
    expect(sent).toMatchObject({ id: first.id, status: 'submitted', form: null, loan_amount: '1200.00' });
    expect(sent.email).toBe(alice.email);
    expect((await save({})).id).not.toBe(first.id);
  });

  test('is checked when submitted, and stays a draft if refused', async ({ bank, alice }) => {
    const [draft] = await bank.asCustomer(alice)`select * from save_application_draft('{}')`;
    for (const [details, code] of [
      [{ amount: 0 }, 'BADAM'],
      [{ months: 601 }, 'BADTM'],
      [{ type: 'YACHT' }, 'BADTY'],
      [{ income: -1 }, 'BADAP'],
      [{ type: 'HOME', amount: 100, value: 100 }, 'BADAP'],
    ] as const) {
      await expect(submit(bank, alice, details)).rejects.toMatchObject({ code });
    }
    expect(await getStatus(bank, draft?.id)).toBe('draft');
  });

  test('stores the form and nothing else', async ({ bank, alice }) => {
    for (const form of [[], 'words', { text: Array.from({ length: 3000 }, (_, index) => index).join() }])
      await expect(
        bank.asCustomer(alice)`select save_application_draft(${JSON.stringify(form)}::text::jsonb)`,
      ).rejects.toMatchObject({ code: 'BADAP' });
  });

  test('is discarded by withdrawing it', async ({ bank, alice }) => {
    const [draft] = await bank.asCustomer(alice)`select * from save_application_draft('{}')`;
    await bank.asCustomer(alice)`select withdraw_application(${draft?.id})`;
    expect(await bank.owner`select from loan_applications`).toEqual([]);
  });
});

describe('submitting an application', () => {
  test('twice with one request happens once', async ({ bank, alice }) => {
    const once = () => bank.asCustomer(alice)`
      select * from submit_application('PERSONAL', 500, 12, annual_income => 60000, request_id => 'once')`;
    expect(await once()).toEqual(await once());
    expect(await bank.owner`select from loan_applications`).toHaveLength(1);
    await expect(
      bank.asCustomer(alice)`select submit_application('PERSONAL', 501, 12, request_id => 'once')`,
    ).rejects.toMatchObject({ code: 'RQDIF' });
  });

  test('stores the value of a home or car and the down payment', async ({ bank, alice }) => {
    expect(await submit(bank, alice, { type: 'HOME', amount: 80, value: 100 })).toMatchObject({
      collateral_value: '100.00',
      down_payment: '20.00',
    });
    expect(await submit(bank, alice, { type: 'AUTO', amount: 110, value: 100 })).toMatchObject({
      down_payment: '0',
    });
    expect(await submit(bank, alice, { value: 100 })).toMatchObject({
      collateral_value: null,
      down_payment: null,
    });
  });
});

describe('the decision', () => {
  test('comes after a review, with increasing timestamps', async ({ bank, alice }) => {
    const { id } = await submit(bank, alice);
    expect(await review(bank, alice, id)).toMatchObject({ status: 'in_review', decided_at: null });
    expect(await review(bank, alice, id)).toMatchObject({ status: 'in_review' });
    await record(bank, alice, id);
    const [row] = await bank.asCustomer(alice)`
      select status, decision, submitted_at < reviewed_at and reviewed_at < decided_at as ordered,
        expires_at - decided_at = interval '30 days' as month from loan_applications`;
    expect(row).toEqual({
      status: 'approved',
      decision: getDecision('approved'),
      ordered: true,
      month: true,
    });
  });

  test('is made once: the first one stays', async ({ bank, alice }) => {
    const { id } = await approved(bank, alice);
    expect(await record(bank, alice, id, getDecision('declined', []))).toMatchObject({ status: 'approved' });
    expect(await getRefusal(review(bank, alice, id))).toMatchObject({
      code: 'DCIDD',
      detail: { status: 'approved' },
    });
  });

  test('requires a review, a reason, and offers unless declined', async ({ bank, alice }) => {
    const { id } = await submit(bank, alice);
    await expect(record(bank, alice, id)).rejects.toMatchObject({ code: 'BADST' });
    await review(bank, alice, id);
    for (const decision of [
      getDecision('funded'),
      getDecision('approved', []),
      getDecision('declined'),
      { ...getDecision('approved'), reasons: [] },
      { ...getDecision('approved'), version: undefined },
    ])
      await expect(record(bank, alice, id, decision)).rejects.toMatchObject({ code: 'BADAP' });
    expect(await getStatus(bank, id)).toBe('in_review');
  });

  test('asks for the income if it was not stated', async ({ bank, alice }) => {
    const { id } = await submit(bank, alice, { income: null });
    expect(await getRefusal(review(bank, alice, id))).toEqual({
      code: 'BADAP',
      detail: { field: 'annual_income' },
    });
    expect(await getStatus(bank, id)).toBe('submitted');
  });
});

describe('an accepted offer', () => {
  test('creates the loan and pays it out in one entry, and a repeated request gets the same response', async ({
    bank,
    alice,
  }) => {
    const { id: account } = await openAccount(bank, alice, { balance: 10 });
    const { id } = await approved(bank, alice);
    const funded = await accept(bank, alice, id, account, 1, 'once');
    expect(await accept(bank, alice, id, account, 1, 'once')).toEqual(funded);
    expect(funded).toMatchObject({ status: 'funded', offer_index: 1, mortgage_id: null });
    const [loan] = await bank.asCustomer(alice)`select * from loans`;
    expect(loan).toMatchObject({
      id: funded.loan_id,
      name: 'Personal loan',
      amount: '9000.00',
      interest_rate: '11.500000',
      term: 24,
      monthly_payment: '421.56',
      remaining_balance: '9000.00',
    });
    expect(await getBalance(bank, account)).toBe('9010.00');
    expect((await getHistory(bank, alice, account))[0]).toMatchObject({
      amount: '9000.00',
      kind: 'loan_proceeds',
      description: 'Loan taken: Personal loan',
    });
    expect(await bank.asCustomer(alice)`select kind, amount::text from debt_activity`).toEqual([
      { kind: 'loan_proceeds', amount: '9000.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('for a home creates the mortgage and pays the seller, with the down payment from the account', async ({
    bank,
    alice,
  }) => {
    const { id: account } = await openAccount(bank, alice, { balance: 20500 });
    const home = { type: 'HOME', amount: 80000, months: 240, value: 100000 };
    const offers = [
      {
        kind: 'asked',
        amount: 8000000,
        term: 240,
        rate: 6.25,
        payment: 58474,
        interest: 1,
        downPayment: 2000000,
      },
      {
        kind: 'less',
        amount: 7900000,
        term: 240,
        rate: 6.25,
        payment: 57743,
        interest: 1,
        downPayment: 2100000,
      },
    ];
    const { id } = await approved(bank, alice, home, offers);
    await expectRefusal(bank, 'INSUF', [account], () => accept(bank, alice, id, account, 1));
    expect(await getStatus(bank, id)).toBe('approved');
    const funded = await accept(bank, alice, id, account);
    const [mortgage] = await bank.asCustomer(alice)`select * from mortgages`;
    expect(mortgage).toMatchObject({
      id: funded.mortgage_id,
      property_value: '100000.00',
      down_payment: '20000.00',
      loan_amount: '80000.00',
      term: 20,
      remaining_balance: '80000.00',
    });
    expect(await getBalance(bank, account)).toBe('500.00');
    await expectSoundBooks(bank);
  });

  /** An offer for 95% of a home's price, with the fees, the insurance, and the points of the policy. */
  const HOME = { type: 'HOME', amount: 332500, months: 360, value: 350000 };
  const MORTGAGE_OFFER = {
    ...{ kind: 'asked' as const, amount: markMinor(33250000), term: 360, rate: 7.25, interest: markMinor(1) },
    ...{ payment: markMinor(226824), downPayment: markMinor(1750000), originationFee: markMinor(99500) },
    ...{ underwritingFee: markMinor(85000), pmiRate: 0.79, mostPoints: 2 },
  };
  const acceptWith = async (bank: Bank, person: Person, id: string, account: string, chosen: object = {}) => {
    const {
      points = 0,
      tax = null,
      insurance = null,
      day = null,
      request = null,
    } = chosen as Record<string, never>;
    const [row] = await bank.asCustomer(person)`
      select * from accept_offer(${id}, 0, ${account}, ${request}, ${points}, ${tax}, ${insurance}, ${day})`;
    return row as Row;
  };

  test('for 95% of a home has mortgage insurance, fees, points, escrow, and the chosen payment day', async ({
    bank,
    alice,
  }) => {
    const [clock] = await bank.owner`select bank.today_for(${alice.id})::text as today`;
    const today = parseDay(String(clock?.today));
    const start = { start: today, next: 1, balance: 0, rate: 0 };
    const firstDue = findPaymentDayChange(start, 12, today)?.due ?? 0;
    const closing = getClosing(MORTGAGE_OFFER, {
      points: 2,
      bills: { tax: 3_150_00, insurance: 2_400_00 },
      firstMonth: getDate(firstDue).month,
    });
    const { id: account } = await openAccount(bank, alice, { balance: (closing.cashToClose - 1) / 100 });
    const { id } = await approved(bank, alice, HOME, [MORTGAGE_OFFER]);
    const chosen = { points: 2, tax: 3150, insurance: 2400, day: 12, request: 'once' };
    // A cent is missing of the whole cash to close.
    expect(await getRefusal(acceptWith(bank, alice, id, account, chosen))).toMatchObject({
      code: 'INSUF',
      detail: { amount: closing.cashToClose / 100, short: 0.01 },
    });
    await bank.asCustomer(alice)`select deposit(${account}, 0.01)`;
    const funded = await acceptWith(bank, alice, id, account, chosen);
    expect(await acceptWith(bank, alice, id, account, chosen)).toEqual(funded);
    await expect(acceptWith(bank, alice, id, account, { ...chosen, points: 1 })).rejects.toMatchObject({
      code: 'RQDIF',
    });
    const [mortgage] = await bank.asCustomer(alice)`
      select *, next_due_date::text as due, autopay_account_id as autopay from mortgages`;
    expect(mortgage).toMatchObject({
      ...{ origination_fee: '995.00', underwriting_fee: '850.00', points_fee: '6650.00', pmi_rate: '0.79' },
      ...{ interest_rate: '6.750000', payment_day: 12, due: dayText(firstDue), autopay: account },
    });
    expect(Number(mortgage?.monthly_payment) * 100).toBeCloseTo(closing.payment, 5);
    const [escrow] = await bank.asCustomer(alice)`select balance, next_deposit from debt_reserves`;
    expect([Number(escrow?.balance), Number(escrow?.next_deposit)]).toEqual([
      (closing.escrow?.target ?? 0) / 100,
      (closing.escrow?.payment ?? 0) / 100,
    ]);
    expect(await getBalance(bank, account)).toBe('0.00');
    const [agreement] = await bank.owner`
      select i.terms from bank.issued_documents i join documents d on d.id = i.document_id
      where d.kind = 'agreement' and d.about = ${funded.mortgage_id}`;
    expect(agreement?.terms).toMatchObject({
      ...{ origination_fee: 995, underwriting_fee: 850, points_fee: 6650, pmi_rate: 0.79 },
      ...{ paid_from: 'Everyday', property_tax: 3150, home_insurance: 2400 },
    });
    await expectSoundBooks(bank);
  });

  test('for a loan charges its origination fee to the account that receives the loan', async ({
    bank,
    alice,
  }) => {
    const { id: account } = await openAccount(bank, alice, { balance: 10 });
    const { id } = await approved(bank, alice, {}, [{ ...OFFERS[0], originationFee: 9000 }]);
    await acceptWith(bank, alice, id, account, { day: 5 });
    expect(await bank.asCustomer(alice)`select origination_fee::text, payment_day from loans`).toEqual([
      { origination_fee: '90.00', payment_day: 5 },
    ]);
    expect(await getBalance(bank, account)).toBe('8920.00');
    await expectSoundBooks(bank);
  });

  test('is refused with choices that the offer or the bank doesn’t have', async ({ bank, alice }) => {
    const { id: account } = await openAccount(bank, alice, { balance: 100000 });
    const { id } = await approved(bank, alice, HOME, [MORTGAGE_OFFER]);
    for (const [code, chosen] of [
      ['BADTY', { points: 3 }],
      ['BADTY', { points: -1 }],
      ['BADTY', { points: 0.5 }],
      ['BADAM', { tax: -1 }],
      ['BADAM', { tax: 0, insurance: 0 }],
      ['BADAM', { insurance: 'NaN' }],
      ['BADDT', { day: 0 }],
      ['BADDT', { day: 29 }],
    ] as const)
      await expectRefusal(bank, code, [account], () => acceptWith(bank, alice, id, account, chosen));
    const loan = await approved(bank, alice);
    await expectRefusal(bank, 'BADFM', [account], () =>
      acceptWith(bank, alice, loan.id, account, { tax: 100 }),
    );
    await expectRefusal(bank, 'BADTY', [account], () =>
      acceptWith(bank, alice, loan.id, account, { points: 1 }),
    );
    expect(await getStatus(bank, id)).toBe('approved');
    expect(await bank.owner`select from mortgages`).toEqual([]);
  });

  test('is refused if missing, expired, or for an account in another currency', async ({ bank, alice }) => {
    const { id: account } = await openAccount(bank, alice, { balance: 10 });
    const { id: euros } = await openAccount(bank, alice, { balance: 10, currency: 'EUR' });
    const { id } = await approved(bank, alice);
    for (const offer of [2, -1, -2])
      await expectRefusal(bank, 'NOOFR', [account], () => accept(bank, alice, id, account, offer));
    await expectRefusal(bank, 'BADCU', [euros], () => accept(bank, alice, id, euros));
    await bank.owner`
      update loan_applications set submitted_at = submitted_at - interval '30 days', reviewed_at = reviewed_at - interval '30 days',
        decided_at = decided_at - interval '30 days', expires_at = expires_at - interval '30 days'`;
    expect(await getRefusal(accept(bank, alice, id, account))).toMatchObject({
      code: 'NOOFR',
      detail: { status: 'expired' },
    });
    expect(await bank.owner`select from loans`).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('stays accepted when its loan is deleted', async ({ bank, alice }) => {
    const { id: account } = await openAccount(bank, alice);
    const { id } = await approved(bank, alice);
    await accept(bank, alice, id, account);
    await bank.asCustomer(alice)`delete from loans`;
    expect(await bank.owner`select status, loan_id from loan_applications`).toEqual([
      { status: 'funded', loan_id: null },
    ]);
  });
});

describe('an offer', () => {
  test("expires thirty days after it was made, by the customer's clock", async ({ bank, alice, bob }) => {
    const hers = await approved(bank, alice);
    const his = await approved(bank, bob);
    const move = (days: number) =>
      bank.owner`update customers set clock_offset = make_interval(days => ${days}) where id = ${alice.id}`;
    await move(29);
    expect(await getStatus(bank, hers.id)).toBe('approved');
    await move(30);
    expect(
      await bank.asCustomer(alice)`select status, ended_at = expires_at as right from loan_applications`,
    ).toEqual([{ status: 'expired', right: true }]);
    expect(await getStatus(bank, his.id)).toBe('approved');
  });
});

describe('an invalid state transition', () => {
  test('is refused from every state by every function', async ({ bank, alice }) => {
    const states = await everyState(bank, alice);
    const { id: account } = await openAccount(bank, alice);
    const customer = bank.asCustomer(alice);
    const allowed: Record<string, string[]> = {
      withdraw: ['draft', 'submitted', 'in_review', 'approved', 'countered', 'withdrawn'],
      accept: ['approved', 'countered'],
      review: ['submitted', 'in_review'],
    };
    for (const [state, id] of Object.entries(states)) {
      expect(await getStatus(bank, id)).toBe(state);
      if (!allowed.withdraw?.includes(state))
        await expect(customer`select withdraw_application(${id})`, state).rejects.toMatchObject({
          code: 'BADST',
        });
      if (!allowed.accept?.includes(state))
        await expect(accept(bank, alice, id, account), state).rejects.toMatchObject({ code: 'NOOFR' });
      if (!allowed.review?.includes(state))
        await expect(review(bank, alice, id), state).rejects.toMatchObject({ code: 'DCIDD' });
      expect(await getStatus(bank, id)).toBe(state);
    }
  });

  test('is refused for the table owner too', async ({ bank, alice }) => {
    const states = await everyState(bank, alice);
    for (const [state, id] of Object.entries(states))
      for (const target of ['draft', 'approved', 'funded'].filter((other) => other !== state))
        if (!(state === 'in_review' && target === 'approved'))
          await expect(
            bank.owner`update loan_applications set status = ${target} where id = ${id}`,
            `${state} to ${target}`,
          ).rejects.toMatchObject({ code: expect.stringMatching(/BADST/) });
  });

  test('is refused for other customers, visitors, and customers acting as the bank', async ({
    bank,
    alice,
    bob,
  }) => {
    const states = await everyState(bank, alice);
    const { id: his } = await openAccount(bank, bob);
    const [hers] = await bank.owner`select id from accounts where user_id = ${alice.id}`;
    const before = await bank.owner`select * from loan_applications order by id`;
    for (const [state, id] of Object.entries(states)) {
      const stranger = bank.asCustomer(bob);
      for (const attempt of [
        () => stranger`select withdraw_application(${id})`,
        () => stranger`select accept_offer(${id}, 0, ${his})`,
        () => stranger`select accept_offer(${id}, 0, ${hers?.id})`,
        () => bank.asService()`select review_application(${bob.id}, ${id})`,
        () => bank.asService()`select record_decision(${bob.id}, ${id}, '{}')`,
      ])
        await expect(attempt(), state).rejects.toMatchObject({ code: 'NTFND' });
      for (const query of [bank.asCustomer(alice), stranger, bank.asVisitor()])
        for (const attempt of [
          () => query`select review_application(${alice.id}, ${id})`,
          () => query`select record_decision(${alice.id}, ${id}, '{}')`,
          () => query`select credit_facts(${alice.id})`,
          () => query`update loan_applications set status = 'approved' where id = ${id}`,
        ])
          await expect(attempt(), state).rejects.toMatchObject({ code: '42501' });
      for (const attempt of [
        () => bank.asVisitor()`select withdraw_application(${id})`,
        () => bank.asVisitor()`select accept_offer(${id}, 0, ${his})`,
        () => bank.asService()`update loan_applications set status = 'approved' where id = ${id}`,
      ])
        await expect(attempt(), state).rejects.toMatchObject({ code: '42501' });
    }
    const offered = states.approved ?? '';
    await expect(accept(bank, alice, offered, his)).rejects.toMatchObject({ code: 'NTFND' });
    expect(await bank.owner`select * from loan_applications order by id`).toEqual(before);
    await expectSoundBooks(bank);
  });
});
