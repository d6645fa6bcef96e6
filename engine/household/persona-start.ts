import { addMonths, type DayNumber, dayText, getDate, getDay, weekday, Zone } from '../calendar/calendar.ts';
import { getPlannedFunds, PLANNED_FUNDS } from '../investments/planned-funds.ts';
import { monthlyPayment, roundHalfAway, schedule } from '../money/amortization.ts';
import { toMinor } from '../money/minor.ts';
import { getPlannedPay, writePayTerms } from '../pay/pay-details.ts';
import { getCertificateOffers } from '../products/accounts/certificate-terms.ts';
import { firstDueAfter } from '../products/debts/debt.ts';
import { planEscrow } from '../products/debts/escrow.ts';
import { monthlyPremium, PMI_RATE } from '../products/debts/mortgage-insurance.ts';
import { Draws } from '../simulation/draws.ts';
import { type Beginning, OPENED_APART_MS } from '../simulation/history.ts';
import type { Habit } from '../simulation/state.ts';
import type { ActionContext } from './persona-actions.ts';
import type { PersonaPlan } from './persona-schema.ts';
import type { CertificateRow, DebtRow, HouseholdRow, RuleRow, ScheduledPaymentRow } from './row.ts';
import { createHabit } from './spending-habits.ts';

export const PAYDAY_AT_MINUTES = 6 * 60;
/** The minimum number of days until a card's first due date. */
export const FIRST_DUE_AFTER_DAYS = 30;
/** The price index on the first day, in millionths. */
export const FIRST_PRICES = 1_000_000;
export const MONTHS_OF_HISTORY = 24;
/** The stream numbers for random draws. They are negative, because months use the numbers 0 and above. */
const PROJECT_DRAWS = -1;
const BILL_DRAWS = -100;

type PersonaStart = Pick<ActionContext, 'day' | 'today' | 'timeZone'> & {
  persona: string;
  plan: PersonaPlan;
  seed: number;
  newId: () => string;
};

/** Returns the general fields of a household that begins at the start of a day. */
export function createHouseholdRow(id: string, seed: number, timeZone: string, day: DayNumber) {
  const at = new Zone(timeZone).getStart(day);
  const versions = { generation: 1, rules_version: 0, last_entry: 0 };
  return {
    id,
    time_zone: timeZone,
    ...versions,
    now: at,
    simulated_until: at,
    seed,
    changes: [],
    shocks: [],
  };
}

/**
 * Returns a plan's household on its first day, before any events, in the engine's format. Also returns a
 * function that looks up product and goal ids by name.
 */
export function createBeginning(start: PersonaStart): Beginning & Pick<ActionContext, 'idOf'> {
  const { persona, plan, seed, day, today, timeZone, newId } = start;
  const named = [...plan.accounts, ...plan.cards, ...plan.debts, ...plan.goals];
  const ids = new Map(named.map(({ name }) => [name, newId()]));
  const getId = (name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new RangeError(`There is no product called ${name}.`);
    return id;
  };
  const { account, card, floor, inflation, habits } = plan.spending;
  const deposits = [...plan.deposits, ...drawProjects(plan, seed)];
  const payments = plan.payments.map((rule) => ({ ...rule, id: newId() }));
  const row: HouseholdRow = {
    ...createHouseholdRow(newId(), seed, timeZone, day),
    carryover: {
      life: {
        persona,
        habits: habits.map(toHabit),
        accountId: getId(account),
        cardId: getId(card),
        floor: toMinor(floor),
        priceLevel: FIRST_PRICES,
        inflation,
        luck: false,
      },
      ...getPolicies(plan, day, payments),
    },
    accounts: plan.accounts.map(({ name, type, currency, balance, plan, coveredBy }) => ({
      id: getId(name),
      name,
      type,
      currency,
      balance: toMinor(balance),
      closed: false,
      ...(plan && { plan, plan_since: dayText(day) }),
      ...(coveredBy && { overdraft: 'savings' as const, overdraft_account_id: getId(coveredBy) }),
    })),
    ...getCertificates(plan, day, getId),
    ...getFunds(plan, day, { getId, timeZone }),
    cards: plan.cards.map(({ pays, from, product, monthsBefore = 0, ...card }) => ({
      id: getId(card.name),
      name: card.name,
      currency: 'USD',
      limit: toMinor(card.limit),
      apr: card.apr,
      balance: toMinor(card.balance),
      due_date: dayText(firstDueDate(card, day, today)),
      autopay: typeof pays === 'number' ? ('fixed' as const) : pays,
      autopay_account_id: getId(from),
      autopay_amount: typeof pays === 'number' ? toMinor(pays) : null,
      frozen: false,
      ...(product && { product, opened_on: dayText(addMonths(day, -monthsBefore)) }),
    })),
    debts: plan.debts.map(({ amount, months, dueDay, homePrice, from, escrow, pmi, ...debt }) => ({
      ...debtRow(
        {
          ...debt,
          id: getId(debt.name),
          amount: toMinor(amount),
          term: months,
          date: dueDay,
          ...(homePrice !== undefined && { property: toMinor(homePrice) }),
        },
        day,
      ),
      ...(escrow && { escrow: getEscrow(escrow, firstDate(day, dueDay), newId()) }),
      ...(pmi && { insurance: getMortgageInsurance(toMinor(amount), toMinor(homePrice ?? 0)) }),
      autopay_account_id: getId(from),
      autopay_extra: 0,
    })),
    auto_deposits: deposits.map((rule) => ({
      ...ruleRow(rule, day, newId()),
      account_id: getId(rule.to),
      // The engine computes the amount of a paycheck with pay details.
      amount: toMinor(rule.amount ?? 0),
      frequency: rule.frequency,
      is_pay: rule.isPay ?? false,
      ...(rule.pay && { pay_details: writePayTerms(getPlannedPay(rule.pay, getId)) }),
      minutes: PAYDAY_AT_MINUTES,
      adjustment: toAdjustment(rule.yearly ?? (rule.isPay ? 'inflation' : 'none')),
    })),
    scheduled_payments: payments.map((rule, index) => {
      const payment = {
        ...ruleRow(rule, day, rule.id),
        account_id: getId(rule.from),
        payee: ids.has(rule.to) ? null : rule.to,
        to_account_id: ids.get(rule.to) ?? null,
        card_id: null,
        debt_id: null,
        amount: toMinor(rule.amount),
        ...(rule.fund && { fund: PLANNED_FUNDS[rule.fund] }),
        amount_kind: 'fixed' as const,
        frequency: rule.frequency,
        // A weekend adjustment could move a payment past the end of the history.
        weekend: 'stays' as const,
        changed: {},
        adjustment: toAdjustment(rule.yearly ?? (ids.has(rule.to) ? 'none' : 'inflation')),
      };
      const draws = new Draws(seed, 'luck', BILL_DRAWS - index);
      return rule.varies === undefined
        ? payment
        : { ...payment, changed: drawBills(payment, toMinor(rule.varies), draws, { today, inflation }) };
    }),
    goals: plan.goals.map(({ name, account: home, from, target, start: saved, monthsAgo, contribution }) => ({
      id: getId(name),
      name,
      account_id: getId(home),
      target: toMinor(target),
      portion: toMinor(saved),
      active: true,
      reached: false,
      contribution: contribution.kind,
      amount: contribution.kind === 'fixed' ? toMinor(contribution.amount) : null,
      percent: contribution.kind === 'share_of_pay' ? contribution.percent : null,
      frequency: contribution.kind === 'fixed' ? contribution.frequency : null,
      start_date:
        contribution.kind === 'fixed'
          ? dayText(firstDate(addMonths(today, -monthsAgo), contribution.day))
          : null,
      next: null,
      from_account_id: getId(from),
    })),
  };
  const lent = Object.fromEntries(plan.debts.map(({ name, amount }) => [getId(name), toMinor(amount)]));
  return { row, lent, idOf: getId };
}

/** Returns the policies in the carryover. Each premium is a payment, unless a paycheck or escrow pays it. */
function getPolicies(
  { insurance }: PersonaPlan,
  day: DayNumber,
  payments: readonly { id: string; name: string }[],
): Pick<HouseholdRow['carryover'], 'insurance'> {
  if (insurance.length === 0) return {};
  const policies = insurance.map(({ kind, payment, deductible, coinsurance, limit }) => {
    const paymentId = payments.find(({ name }) => name === payment)?.id;
    if (payment && !paymentId) throw new RangeError(`There is no payment called ${payment}.`);
    const policy = {
      since: day,
      deductible: toMinor(deductible),
      coinsurance,
      ...(paymentId && { paymentId }),
      ...(limit !== undefined && { limit: toMinor(limit) }),
    };
    return [kind, policy] as const;
  });
  return { insurance: Object.fromEntries(policies) };
}

/** Returns the terms of the CDs, which were opened on the first day at that day's rates. */
function getCertificates(
  { accounts }: PersonaPlan,
  day: DayNumber,
  getId: (name: string) => string,
): Pick<HouseholdRow, 'certificates'> {
  const certificates = accounts.flatMap(
    ({ name, balance, months }) =>
      getCertificateRow({ id: getId(name), balance: toMinor(balance), months }, day) ?? [],
  );
  return certificates.length > 0 ? { certificates } : {};
}

/**
 * Returns the terms of a CD that is opened on a day at that day's rate and renews. The balance is in minor units.
 * Returns null for an account without a term.
 */
export function getCertificateRow(
  { id, balance, months }: { id: string; balance: number; months: CertificateRow['term_months'] | undefined },
  day: DayNumber,
): CertificateRow | null {
  const offer = getCertificateOffers(day).find((terms) => terms.months === months);
  if (!months || !offer) return null;
  return {
    account_id: id,
    term_months: months,
    rate: offer.rate,
    penalty_days: offer.penaltyDays,
    principal: balance,
    started_on: dayText(day),
    matures_on: dayText(addMonths(day, months)),
    renewals: 0,
    at_maturity: 'renew',
    payout_account_id: null,
    interest_account_id: null,
  };
}

/** Returns the funds that accounts hold from the first day on. */
function getFunds(
  { accounts }: PersonaPlan,
  day: DayNumber,
  { getId, timeZone }: { getId: (name: string) => string; timeZone: string },
): Pick<HouseholdRow, 'funds'> {
  const start = new Zone(timeZone).getStart(day);
  const planned = accounts.flatMap(({ name, balance, funds }) =>
    funds ? [{ id: getId(name), balance: toMinor(balance), funds }] : [],
  );
  const funds = getPlannedFunds(planned, day, (index) => start + index * OPENED_APART_MS);
  return funds ? { funds } : {};
}

/** Returns the bank's mortgage insurance for a loan and the price of its home, in minor units. */
export const getMortgageInsurance = (borrowed: number, value: number): NonNullable<DebtRow['insurance']> => ({
  premium: monthlyPremium(borrowed, PMI_RATE),
  borrowed,
  value,
});

/** Returns an escrow account with the balance that its year has to start with. */
export function getEscrow(
  { tax, insurance }: { tax: number; insurance: number },
  due: DayNumber,
  id: string,
): NonNullable<DebtRow['escrow']> {
  const bills = { tax: toMinor(tax), insurance: toMinor(insurance) };
  return { id, balance: planEscrow(bills, getDate(due).month).target, ...bills };
}

function toHabit({ timesAMonth, on, chances, ...habit }: PersonaPlan['spending']['habits'][number]): Habit {
  const { seasons, ...rest } = habit;
  const planned = { ...rest, from: toMinor(habit.from), to: toMinor(habit.to), ...(seasons && { seasons }) };
  return chances ? { ...planned, chances } : createHabit({ ...planned, timesAMonth: timesAMonth ?? 1, on });
}

const toAdjustment = (yearly: number | 'inflation' | 'none') => (yearly === 'none' ? null : yearly);

/** Returns the due date of a card's first statement in the history. */
function firstDueDate(
  { dueDay, dueInDays }: Pick<PersonaPlan['cards'][number], 'dueDay' | 'dueInDays'>,
  day: DayNumber,
  today: DayNumber,
): DayNumber {
  if (dueInDays !== undefined) return addMonths(today + dueInDays, -MONTHS_OF_HISTORY);
  return firstDate(day + FIRST_DUE_AFTER_DAYS, dueDay ?? 1);
}

/**
 * Draws freelance projects. Each one has monthly payments from one client, and there are gaps between
 * projects.
 */
function drawProjects({ projects }: PersonaPlan, seed: number): PersonaPlan['deposits'] {
  if (!projects) return [];
  const { clients, payments, days, amountSteps, step, gaps, to, monthsAhead } = projects;
  const draws = new Draws(seed, 'luck', PROJECT_DRAWS);
  const drawn: PersonaPlan['deposits'] = [];
  for (let month = 0, number = 0; month < MONTHS_OF_HISTORY + monthsAhead; number += 1) {
    const months = draws.between(...payments);
    const day = draws.between(...days);
    const amount = draws.between(...amountSteps) * step;
    const gap = draws.pick(gaps) ?? 0;
    drawn.push({
      name: `${clients[number % clients.length]} project`,
      to,
      amount,
      frequency: 'MONTHLY',
      day,
      fromMonth: month,
      untilMonth: month + months,
      category: 'Salary',
      isPay: true,
      yearly: 'none',
    });
    month += months + gap;
  }
  return drawn;
}

/** Draws the past amounts of a monthly bill around its usual amount, which rises with inflation. */
function drawBills(
  { start_date, amount }: Pick<ScheduledPaymentRow, 'start_date' | 'amount'>,
  varies: number,
  draws: Draws,
  { today, inflation }: { today: DayNumber; inflation: number },
): ScheduledPaymentRow['changed'] {
  const changed: ScheduledPaymentRow['changed'] = {};
  const [year = 0, month = 1, date = 1] = start_date.split('-').map(Number);
  const first = getDay(year, month, date);
  for (let number = 0; addMonths(first, number) <= today; number += 1) {
    const usual = (amount ?? 0) * (1 + (inflation / 100) * Math.floor(number / 12));
    changed[dayText(addMonths(first, number))] = {
      amount: roundHalfAway(usual) + draws.between(-varies, varies),
    };
  }
  return changed;
}

/** A debt with its original amount and the price of its home, in minor units. `date` is the due day of the month. */
type PlannedDebt = Pick<DebtRow, 'id' | 'product' | 'name' | 'rate' | 'term'> & {
  amount: number;
  monthsBefore: number;
  date: number;
  property?: number;
};

/** Returns a debt that was opened before the history started, with its past installments paid. */
export function debtRow(plan: PlannedDebt, day: DayNumber) {
  const { id, product, name, amount, rate, term, property } = plan;
  const { year, month } = getDate(day);
  const taken = addMonths(getDay(year, month, plan.date), -plan.monthsBefore);
  const paid = firstDueAfter(taken, day) - 1;
  return {
    id,
    product,
    name,
    currency: 'USD',
    balance: schedule(amount, rate, term)[paid - 1]?.remaining ?? amount,
    rate,
    payment: monthlyPayment(amount, rate, term),
    term,
    start_date: dayText(taken),
    next_due_date: dayText(addMonths(taken, paid + 1)),
    paused_until: null,
    ...(property !== undefined && { rate_type: 'fixed' as const, value: property }),
  };
}

type RuleSpan = Pick<
  PersonaPlan['payments'][number],
  'name' | 'category' | 'day' | 'weekday' | 'fromMonth' | 'untilMonth'
>;

/**
 * Returns a rule that starts on its first date on or after a day. If `fromMonth` is set, the rule starts that
 * number of months later.
 */
export function ruleRow(rule: RuleSpan, day: DayNumber, id: string): Omit<RuleRow, 'account_id'> {
  const { name, category, fromMonth = 0, untilMonth } = rule;
  const earliest = addMonths(day, fromMonth);
  return {
    id,
    name,
    category: category ?? null,
    start_date: dayText(
      rule.weekday === undefined ? firstDate(earliest, rule.day ?? 1) : firstWeekday(earliest, rule.weekday),
    ),
    end_date: untilMonth === undefined ? null : dayText(addMonths(day, untilMonth) - 1),
    occurrences: null,
    paused: false,
    next: null,
  };
}

/** Returns the first occurrence of a day of the month on or after a day. */
export function firstDate(from: DayNumber, date: number): DayNumber {
  const { year, month } = getDate(from);
  const here = getDay(year, month, date);
  return here >= from ? here : addMonths(here, 1);
}

function firstWeekday(from: DayNumber, targetWeekday: number): DayNumber {
  return from + ((targetWeekday - weekday(from) + 7) % 7);
}
