import { describe, expect } from 'vitest';
import { addMonths, getDate, parseDay } from '../../../engine/calendar/calendar.ts';
import { rowOfFile } from '../../../engine/household/file-row.ts';
import { monthlyPayment } from '../../../engine/money/amortization.ts';
import { Exchange } from '../../../engine/money/exchange.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { getOutcome } from '../../../engine/products/debts/debt-plans.ts';
import { analyzeEscrow, planEscrow } from '../../../engine/products/debts/escrow.ts';
import { simulateSince } from '../../../engine/simulation/past.ts';
import { getDay, getQuote, simulateDays, takeLoan } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

const offerFor = async (bank: Bank, person: Person, ids: string[], term = 36, purpose = 'loan') =>
  (await bank.asCustomer(person)`select refinance_offer(${ids}::uuid[], ${term}, ${purpose}) as offer`)[0]
    ?.offer;

const accept = async (bank: Bank, person: Person, id: string, request: string | null = null) =>
  (await bank.asCustomer(person)`select accept_refinance(${id}, ${request}) as debt`)[0]?.debt;

describe('a refinance offer', () => {
  test('states the cost of the old debts, the fee, and the cost of the new debt', async ({ bank, alice }) => {
    const debts = [await takeLoan(bank, alice), await takeLoan(bank, alice, { amount: 5_000, rate: 24 })];
    await simulateDays(bank, alice, 12);
    const offer = await offerFor(
      bank,
      alice,
      debts.map(({ id }) => id),
    );
    const amount = 1_523_080;
    const payment = monthlyPayment(amount, 10.5, 36);
    const terms = {
      balance: amount,
      rate: 10.5,
      payment,
      term: 36,
      start: parseDay(await getDay(bank, alice)),
      next: 1,
    };
    expect(offer).toMatchObject({
      product: 'loan',
      term: 36,
      currency: 'USD',
      rate: 10.5,
      // 12 days of interest on 10,000.00 at 1 percent a month and on 5,000.00 at 2 percent a month: 40.00
      // each.
      payoff: 15_080,
      fee: 150.8,
      amount: 15_230.8,
      monthly_payment: payment / 100,
      total_interest: getOutcome(terms).interest / 100,
      policy: 'refinance-1',
      expires_on: await getDay(bank, alice, 14),
    });
    expect(offer.reasons).toHaveLength(3);
    expect(offer.debt_ids.toSorted()).toEqual(debts.map(({ id }) => id).toSorted());
    await expectSoundBooks(bank);
  });

  test('has a higher rate for a long term and after a missed installment', async ({ bank, alice }) => {
    const [late, second] = [await takeLoan(bank, alice), await takeLoan(bank, alice)];
    expect((await offerFor(bank, alice, [second.id], 61)).rate).toBe(11);
    await simulateDays(bank, alice, 33);
    await bank.asCustomer(alice)`select pay_loan(${late.id}, 900)`;
    await bank.asCustomer(alice)`select pay_loan(${second.id}, 900)`;
    await simulateDays(bank, alice, 1);
    expect((await offerFor(bank, alice, [second.id], 60)).rate).toBe(11.5);
  });

  test('is limited to the largest loan and to 200 a year', async ({ bank, alice }) => {
    const [most, small] = [
      await takeLoan(bank, alice, { amount: 999_999_999.99 }),
      await takeLoan(bank, alice),
    ];
    await expect(offerFor(bank, alice, [most.id])).rejects.toMatchObject({ code: 'BADAM' });
    expect(await offerFor(bank, alice, [small.id], 600)).toMatchObject({ rate: 11, term: 600 });
    await bank.owner`
      insert into refinance_offers (user_id, debt_ids, product, term, currency, rate, payoff, fee, amount, monthly_payment, total_interest,
        reasons, policy, offered_at, expires_on)
      select user_id, debt_ids, product, term, currency, rate, payoff, fee, amount, monthly_payment, total_interest, reasons, policy,
        offered_at, expires_on from refinance_offers, generate_series(1, 199)`;
    expect(await getRefusal(offerFor(bank, alice, [small.id]))).toEqual({
      code: 'LIMIT',
      detail: { highest: 200 },
    });
  });

  test("is refused for paid-off debts, other customers' debts, and past-due debts", async ({
    bank,
    alice,
    bob,
  }) => {
    const pounds = await openAccount(bank, alice, { currency: 'GBP' });
    const [open, paid, paused, british, hers] = [
      await takeLoan(bank, alice),
      await takeLoan(bank, alice),
      await takeLoan(bank, alice),
      await takeLoan(bank, alice, { account: pounds.id }),
      await takeLoan(bank, bob),
    ];
    const customer = bank.asCustomer(alice);
    const [home] = await customer`select * from take_mortgage(1000, 50, 5, 30)`;
    await customer`select pay_off(${paid.id})`;
    await customer`select pause_debt(${paused.id})`;
    for (const [ids, reason] of [
      [[], 'none'],
      [Array.from({ length: 21 }, () => open.id), 'none'],
      [[open.id, paid.id], 'owes_nothing'],
      [[paused.id], 'paused'],
      [[open.id, british.id], 'currency'],
      [[open.id, home?.id], 'product'],
    ] as const)
      expect(await getRefusal(offerFor(bank, alice, [...ids]))).toMatchObject({
        code: 'NOREF',
        detail: { reason },
      });
    expect(await getRefusal(offerFor(bank, alice, [open.id], 36, 'mortgage'))).toMatchObject({
      detail: { reason: 'product' },
    });
    expect(await getRefusal(offerFor(bank, alice, [home?.id], 360, 'mortgage'))).toEqual({
      code: 'NOREF',
      detail: { reason: 'value', value: 1000, highest: 900, amount: 959.5 },
    });
    for (const [attempt, code] of [
      [() => offerFor(bank, alice, [open.id, hers.id]), 'NTFND'],
      [() => offerFor(bank, alice, [crypto.randomUUID()]), 'NTFND'],
      [() => offerFor(bank, alice, [open.id], 0), 'BADTM'],
      [() => offerFor(bank, alice, [open.id], 601), 'BADTM'],
      [() => offerFor(bank, alice, [home?.id], 359, 'mortgage'), 'BADTM'],
      [() => offerFor(bank, alice, [open.id], 36, 'card'), 'BADTY'],
      [() => bank.asCustomer(alice)`select refinance_offer(null, 36)`, 'NOREF'],
      [() => bank.asCustomer(alice)`select refinance_offer(array[null]::uuid[], 36)`, 'NTFND'],
      [() => bank.asVisitor()`select refinance_offer(array[${open.id}]::uuid[], 36)`, '42501'],
    ] as const)
      await expect(attempt(), code).rejects.toMatchObject({ code });
    await simulateDays(bank, alice, 33);
    expect(await getRefusal(offerFor(bank, alice, [open.id]))).toMatchObject({
      code: 'NOREF',
      detail: { reason: 'past_due' },
    });
    expect(await customer`select id from refinance_offers`).toEqual([]);
  });
});

describe('the value of a home', () => {
  const homes = async (bank: Bank, person: Person, worths: [worth: number, paid: number][]) => {
    const ids: string[] = [];
    for (const [worth, paid] of worths)
      ids.push((await bank.asCustomer(person)`select * from take_mortgage(${worth}, ${paid}, 5, 30)`)[0]?.id);
    return ids;
  };

  test('is lent up to nine tenths, to the cent, per home', async ({ bank, alice }) => {
    // With the 1 percent fee, the new loans are 900.05 and 900.06. The limit is nine tenths of the home's
    // value: 900.045, rounded to 900.05.
    const [enough = '', short = '', poor = ''] = await homes(bank, alice, [
      [1000.05, 108.91],
      [1000.05, 108.9],
      [10, 0.5],
    ]);
    expect(await offerFor(bank, alice, [enough], 360, 'mortgage')).toMatchObject({ amount: 900.05 });
    expect(await getRefusal(offerFor(bank, alice, [short], 360, 'mortgage'))).toEqual({
      code: 'NOREF',
      detail: { reason: 'value', value: 1000.05, highest: 900.05, amount: 900.06 },
    });
    expect(await getRefusal(offerFor(bank, alice, [poor], 360, 'mortgage'))).toMatchObject({
      detail: { value: 10, highest: 9 },
    });
  });

  test('is checked again when an offer is accepted', async ({ bank, alice }) => {
    const [home = ''] = await homes(bank, alice, [[1000, 200]]);
    const offer = await offerFor(bank, alice, [home], 360, 'mortgage');
    await bank.owner`update mortgages set current_value = 890 where id = ${home}`;
    expect(await getRefusal(accept(bank, alice, offer.offer_id))).toMatchObject({
      code: 'NOREF',
      detail: { reason: 'value', value: 890, amount: 808 },
    });
  });
});

describe('an accepted offer', () => {
  test('that now costs more than the bank lends is refused, and one without a fee charges none', async ({
    bank,
    alice,
  }) => {
    const most = await takeLoan(bank, alice, { amount: 990_000_000, rate: 24 });
    const least = await takeLoan(bank, alice, { amount: 0.4, rate: 0 });
    const [high, low] = [
      await offerFor(bank, alice, [most.id], 600),
      await offerFor(bank, alice, [least.id], 12),
    ];
    expect([high.amount, low.fee]).toEqual([999_900_000, 0]);
    await simulateDays(bank, alice, 1);
    await expect(accept(bank, alice, high.offer_id)).rejects.toMatchObject({ code: 'BADAM' });
    const { id } = await accept(bank, alice, low.offer_id);
    expect(await bank.asCustomer(alice)`select kind from debt_activity where debt_id = ${id}`).toEqual([
      { kind: 'refinance' },
    ]);
    await expectSoundBooks(bank);
  });

  test('pays off the old debts with a new one in one entry, and the engine continues', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 50_000 });
    const debts = [await takeLoan(bank, alice), await takeLoan(bank, alice, { amount: 5_000, rate: 24 })];
    const customer = bank.asCustomer(alice);
    await customer`update loans set autopay_account_id = ${account.id}`;
    await simulateDays(bank, alice, 12);
    const offer = await offerFor(
      bank,
      alice,
      debts.map(({ id }) => id),
      12,
    );
    await simulateDays(bank, alice, 1);
    // The payoff includes one more day of interest than the offer: 3.33 on each loan, plus 0.01 of rounding.
    const quotes = await Promise.all(debts.map(({ id }) => getQuote(bank, alice, id)));
    const payoff = Math.round(quotes.reduce((sum, { total }) => sum + total * 100, 0)) / 100;
    const loan = await accept(bank, alice, offer.offer_id);
    const amount = Math.round(payoff * 100 + 15_080) / 100;
    expect(loan).toMatchObject({
      product: 'loan',
      name: 'Refinanced debts',
      amount,
      remaining_balance: amount,
      interest_rate: 10.5,
      term: 12,
      start_date: await getDay(bank, alice),
      monthly_payment: monthlyPayment(Math.round(amount * 100), 10.5, 12) / 100,
      autopay_account_id: account.id,
    });
    expect(await customer`select remaining_balance from loans where id <> ${loan.id}`).toEqual([
      { remaining_balance: '0.00' },
      { remaining_balance: '0.00' },
    ]);
    expect(
      await customer`select kind, amount from debt_activity where debt_id = ${loan.id} order by entry_id`,
    ).toMatchObject([{ kind: 'refinance' }, { kind: 'refinance' }, { kind: 'fee', amount: '150.80' }]);
    expect(await customer`select debt_id, payoff, amount from refinance_offers`).toEqual([
      { debt_id: loan.id, payoff: payoff.toFixed(2), amount: amount.toFixed(2) },
    ]);
    await expectSoundBooks(bank);
    const events = await simulateDays(bank, alice, 380);
    expect(events.filter(({ kind, subject }) => kind === 'interest' && subject !== loan.id)).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'loan_payment')).toHaveLength(12);
    expect(events.filter(({ kind }) => kind === 'repaid')).toHaveLength(3);
    expect(await getQuote(bank, alice, loan.id)).toMatchObject({ total: 0 });
    await expectSoundBooks(bank);
  });

  test('replaces a mortgage at the current home value', async ({ bank, alice }) => {
    const [home] = await bank.asCustomer(
      alice,
    )`select * from take_mortgage(400000, 100000, 9, 30, 'variable', null, 'Home')`;
    await simulateDays(bank, alice, 3);
    const offer = await offerFor(bank, alice, [home?.id], 360, 'mortgage');
    expect(offer).toMatchObject({ rate: 6.25, payoff: 300_225, fee: 3_002.25, amount: 303_227.25 });
    // The value differs from the price if a month has ended within the three days.
    const [valued] = await bank.asCustomer(alice)`select current_value from mortgages where id = ${home?.id}`;
    const mortgage = await accept(bank, alice, offer.offer_id);
    expect(mortgage).toMatchObject({
      product: 'mortgage',
      name: 'Home',
      loan_amount: 303_227.25,
      property_value: Number(valued?.current_value ?? 400_000),
      interest_rate: 6.25,
      term: 30,
      rate_type: 'fixed',
      remaining_balance: 303_227.25,
    });
    await expectSoundBooks(bank);
  });

  test('counts the home once in net worth, before and after refinancing', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const account = await openAccount(bank, alice, { balance: 50_000 });
    const [home] = await customer`select * from take_mortgage(400000, 100000, 9, 30, 'fixed', null, 'Home')`;
    await customer`update mortgages set autopay_account_id = ${account.id}`;
    await simulateDays(bank, alice, 40);
    const homeValue = async () =>
      Number(
        (await customer`select sum(amount)::text as amount from net_worth_parts() where kind = 'property'`)[0]
          ?.amount,
      );
    const before = await homeValue();
    const refinancedOn = await getDay(bank, alice);
    const offer = await offerFor(bank, alice, [home?.id], 360, 'mortgage');
    const mortgage = await accept(bank, alice, offer.offer_id);
    expect(await homeValue()).toBe(before);
    const worth = async (day: string) =>
      Number(
        (
          await customer`select sum(amount)::text as amount from net_worth_parts(${day}) where kind = 'property'`
        )[0]?.amount,
      );
    const dayBefore = await getDay(bank, alice, -1);
    expect(await worth(dayBefore)).toBe(before);
    expect(await worth(refinancedOn)).toBe(before);
    const events = await simulateDays(bank, alice, 40);
    const valuations = events.filter(({ kind }) => kind === 'property_value');
    expect(valuations.map(({ subject }) => subject)).toEqual([mortgage.id]);
    expect(await homeValue()).toBe(Number(valuations[0]?.facts?.['value']) / 100);
    expect(await worth(dayBefore)).toBe(before);
    // The household file and the engine also count the home only once.
    const [household] = await customer`select export_household() as file`;
    const file = household?.file;
    const row = rowOfFile(file);
    expect(row.debts.filter(({ value }) => value !== undefined)).toHaveLength(1);
    const today = parseDay(await getDay(bank, alice));
    const { points } = simulateSince(file, Date.parse(file.clock), [today], new Exchange('USD'));
    expect(points[0]?.property).toBe(Math.round((await homeValue()) * 100));
    await expectSoundBooks(bank);
  });

  test('is accepted once, within fourteen days, by its owner', async ({ bank, alice, bob }) => {
    const { id } = await takeLoan(bank, alice, { amount: 3_000, rate: 0, term: 2 });
    const [open, late] = [await offerFor(bank, alice, [id], 1), await offerFor(bank, alice, [id], 600)];
    for (const [attempt, code] of [
      [() => accept(bank, bob, open.offer_id), 'NTFND'],
      [() => accept(bank, alice, crypto.randomUUID()), 'NTFND'],
      [() => bank.asVisitor()`select accept_refinance(${open.offer_id})`, '42501'],
      [() => bank.asCustomer(alice)`update refinance_offers set rate = 0`, '42501'],
    ] as const)
      await expect(attempt()).rejects.toMatchObject({ code });
    await simulateDays(bank, alice, 14);
    const loan = await accept(bank, alice, open.offer_id, 'yes');
    expect(await accept(bank, alice, open.offer_id, 'yes')).toEqual(loan);
    await expect(accept(bank, alice, late.offer_id, 'yes')).rejects.toMatchObject({ code: 'RQDIF' });
    expect(await getRefusal(accept(bank, alice, open.offer_id))).toMatchObject({
      code: 'OFEXP',
      detail: { reason: 'accepted' },
    });
    expect(await getRefusal(accept(bank, alice, late.offer_id))).toMatchObject({
      code: 'NOREF',
      detail: { reason: 'owes_nothing' },
    });
    await simulateDays(bank, alice, 1);
    expect(await getRefusal(accept(bank, alice, late.offer_id))).toMatchObject({
      code: 'OFEXP',
      detail: { reason: 'expired' },
    });
    expect(await bank.asCustomer(alice)`select id from loans`).toHaveLength(2);
    await expectSoundBooks(bank);
  });
});

describe('refinancing a mortgage with escrow', () => {
  /** Opens the worked example: 320,000.00 at 6.25% with taxes of 4,200.00 and insurance of 1,680.00 a year. */
  async function takeEscrowed(bank: Bank, person: Person, down = 80_000, pmi: number | null = null) {
    const account = await openAccount(bank, person, { balance: 150_000 });
    const [mortgage] = await bank.asCustomer(person)`
      select * from take_mortgage(property_value => 400000, down_payment => ${down}, interest_rate => 6.25,
        term => 30, account_id => ${account.id}, property_tax => 4200, home_insurance => 1680,
        pmi_rate => ${pmi}::numeric)`;
    return { id: mortgage?.id as string, account: account.id as string };
  }
  const getReserve = async (bank: Bank, person: Person, id: string) =>
    (await bank.asCustomer(person)`select * from debt_reserves where mortgage_id = ${id}`)[0];
  const getBalance = async (bank: Bank, person: Person, id: string) =>
    toMinor(
      Number((await bank.asCustomer(person)`select balance from accounts where id = ${id}`)[0]?.balance),
    );
  const crediting = async (bank: Bank, person: Person, id: string, request: string | null = null) =>
    (await bank.asCustomer(person)`select accept_refinance(${id}, ${request}, true) as debt`)[0]?.debt;

  /** Returns the engine's plan for the first escrow year of a mortgage that is opened today. */
  async function getPlan(bank: Bank, person: Person, id: string) {
    const { month } = getDate(addMonths(parseDay(await getDay(bank, person)), 1));
    const reserve = await getReserve(bank, person, id);
    const [tax, insurance] = [reserve?.property_tax, reserve?.home_insurance].map(Number);
    return planEscrow({ tax: toMinor(tax ?? 0), insurance: toMinor(insurance ?? 0) }, month);
  }

  test('credits the balance, and collects what the new year needs, to the cent', async ({ bank, alice }) => {
    const { id, account } = await takeEscrowed(bank, alice);
    await simulateDays(bank, alice, 65);
    const balance = toMinor(Number((await getReserve(bank, alice, id))?.balance));
    const { payment, target } = await getPlan(bank, alice, id);
    const shortage = Math.max(0, target - balance);
    const surplus = balance - target >= 50_00 ? balance - target : 0;
    const offer = await offerFor(bank, alice, [id], 360, 'mortgage');
    expect(offer.pmi).toBeNull();
    expect(offer.escrow).toEqual({
      ...{ balance: balance / 100, payment: payment / 100, target: target / 100 },
      ...{ shortage: shortage / 100, surplus: surplus / 100 },
    });
    const before = await getBalance(bank, alice, account);
    const refinanced = await crediting(bank, alice, offer.offer_id, 'credit');
    expect(await crediting(bank, alice, offer.offer_id, 'credit')).toEqual(refinanced);
    const fresh = await getReserve(bank, alice, refinanced.id);
    expect(toMinor(Number(fresh?.next_deposit))).toBe(payment);
    expect(toMinor(Number(fresh?.balance))).toBe(balance + shortage - surplus);
    expect(await getBalance(bank, alice, account)).toBe(before - shortage + surplus);
    const old = await getReserve(bank, alice, id);
    const getBills = (row: typeof old) => [row?.property_tax, row?.home_insurance];
    expect(getBills(fresh)).toEqual(getBills(old));
    expect(Number(old?.balance)).toBe(0);
    expect(old?.ended_on).not.toBeNull();
    const [file] = await bank.asCustomer(alice)`select export_household() as file`;
    const { debts } = rowOfFile(file?.file);
    expect(debts.map(({ escrow }) => escrow?.id).filter(Boolean)).toEqual([fresh?.id]);
    await expectSoundBooks(bank);
    const events = await simulateDays(bank, alice, 40);
    expect(events.filter(({ kind }) => kind === 'escrow_refund')).toEqual([]);
    expect(events.find(({ kind }) => kind === 'mortgage_payment')?.lines).toContainEqual(
      expect.objectContaining({ ledger: fresh?.id, amount: payment }),
    );
    await expectSoundBooks(bank);
  });

  test.for([-100_00, 1_959_99, 1_960_00, 2_009_99, 2_010_00])(
    'agrees with the engine’s analysis of a balance of %s cents',
    async (balance, { bank }) => {
      const bills = { tax: 4_200_00, insurance: 1_680_00 };
      const analysis = analyzeEscrow(balance, bills, 1, true);
      const [plan] = await bank.owner`
        select (payment * 100)::integer as payment, (target * 100)::integer as target,
          (shortage * 100)::integer as shortage, (surplus * 100)::integer as surplus
        from bank.refinanced_escrow(jsonb_populate_record(null::debt_reserves, jsonb_build_object(
          'balance', ${balance / 100}::numeric, 'property_tax', 4200, 'home_insurance', 1680)), '2027-01-15')`;
      const { payment, target, shortage, deficiency, refund } = analysis;
      expect(plan).toEqual({ payment, target, shortage: shortage + deficiency, surplus: refund });
    },
  );

  test('refunds a large surplus at once', async ({ bank, alice }) => {
    const { id, account } = await takeEscrowed(bank, alice);
    await bank.asCustomer(alice)`select pay_escrow(${id}, 5000)`;
    const balance = toMinor(Number((await getReserve(bank, alice, id))?.balance));
    const { target } = await getPlan(bank, alice, id);
    const offer = await offerFor(bank, alice, [id], 360, 'mortgage');
    const before = await getBalance(bank, alice, account);
    const refinanced = await crediting(bank, alice, offer.offer_id);
    expect(toMinor(Number((await getReserve(bank, alice, refinanced.id))?.balance))).toBe(target);
    expect(await getBalance(bank, alice, account)).toBe(before + balance - target);
    await expectSoundBooks(bank);
  });

  test('refunds the balance later without credit, and collects the whole opening balance', async ({
    bank,
    alice,
  }) => {
    const { id, account } = await takeEscrowed(bank, alice);
    const balance = toMinor(Number((await getReserve(bank, alice, id))?.balance));
    const { target } = await getPlan(bank, alice, id);
    const before = await getBalance(bank, alice, account);
    const offer = await offerFor(bank, alice, [id], 360, 'mortgage');
    const refinanced = await accept(bank, alice, offer.offer_id);
    expect(await getBalance(bank, alice, account)).toBe(before - target);
    const events = await simulateDays(bank, alice, 32);
    const refunds = events.filter(({ kind }) => kind === 'escrow_refund');
    expect(refunds.map(({ lines }) => lines?.[1])).toEqual([
      expect.objectContaining({ ledger: account, amount: balance }),
    ]);
    expect((await getReserve(bank, alice, id))?.ended_on).not.toBeNull();
    expect((await getReserve(bank, alice, refinanced.id))?.ended_on).toBeNull();
    await expectSoundBooks(bank);
  });

  test('moves money that the bank advanced, so that the old mortgage stays paid off', async ({
    bank,
    alice,
  }) => {
    const { id } = await takeEscrowed(bank, alice);
    // The first tax bill is far above the deposits of the first year.
    await simulateDays(bank, alice, 1);
    await bank.owner`update debt_reserves set property_tax = 20000 where mortgage_id = ${id}`;
    await simulateDays(bank, alice, 190);
    expect(Number((await getReserve(bank, alice, id))?.balance)).toBeLessThan(0);
    const offer = await offerFor(bank, alice, [id], 360, 'mortgage');
    const { target } = offer.escrow;
    const refinanced = await accept(bank, alice, offer.offer_id);
    expect(Number((await getReserve(bank, alice, refinanced.id))?.balance)).toBe(target);
    expect((await simulateDays(bank, alice, 32)).map(({ kind }) => kind)).not.toContain('escrow_advance');
    await expectSoundBooks(bank);
  });

  test('is refused as a whole if the autopay account has too little', async ({ bank, alice }) => {
    const { id, account } = await takeEscrowed(bank, alice);
    const offer = await offerFor(bank, alice, [id], 360, 'mortgage');
    const left = (await getBalance(bank, alice, account)) / 100;
    await bank.asCustomer(alice)`select withdraw(${account}, ${left})`;
    expect((await getRefusal(accept(bank, alice, offer.offer_id))).code).toBe('INSUF');
    const [count] = await bank.asCustomer(alice)`select count(*)::integer from mortgages`;
    expect(count).toEqual({ count: 1 });
    await expectSoundBooks(bank);
  });

  test('insures the mortgage again above 80% of the present value', async ({ bank, alice }) => {
    const { id } = await takeEscrowed(bank, alice, 60_000, 0.6);
    const offer = await offerFor(bank, alice, [id], 360, 'mortgage');
    // 340,000.00 and the fee of 1% are 85.85% of 400,000.00. The premium is 0.60% of 343,400.00 a year.
    expect(offer).toMatchObject({ amount: 343_400, pmi: 171.7 });
    const refinanced = await crediting(bank, alice, offer.offer_id);
    expect(Number(refinanced.pmi_rate)).toBe(0.6);
    await expectSoundBooks(bank);
  });

  test.for([
    // With the fee of 1%, 320,000.00 and 320,000.01 are borrowed on a home of 400,000.00.
    [316_831.68, null],
    [316_831.69, 0.6],
  ])('ends mortgage insurance at 80 percent: %s owed', async ([owed, rate], { bank, alice }) => {
    const { id } = await takeEscrowed(bank, alice, 60_000, 0.6);
    await bank.asCustomer(alice)`select pay_mortgage(${id}, ${(340_000 - (owed ?? 0)).toFixed(2)}::numeric)`;
    const offer = await offerFor(bank, alice, [id], 360, 'mortgage');
    const refinanced = await crediting(bank, alice, offer.offer_id);
    expect(refinanced.pmi_rate === null ? null : Number(refinanced.pmi_rate)).toBe(rate);
  });
});
