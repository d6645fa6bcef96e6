import { readBill, saveBills } from '../bills/bill-increases.ts';
import {
  addMonths,
  type DayNumber,
  dayText,
  type Instant,
  monthText,
  parseDay,
  Zone,
} from '../calendar/calendar.ts';
import { firstOccurrenceAfter, occurrenceDay } from '../calendar/recurrence.ts';
import { getFunds, saveFunds } from '../investments/fund-rows.ts';
import { getOwn } from '../money/lookup.ts';
import { toMinor } from '../money/minor.ts';
import { readPayTerms } from '../pay/pay-details.ts';
import { isPayFrequency } from '../pay/paycheck.ts';
import { readPlan, saveMonths } from '../products/accounts/account-plan-state.ts';
import { readCertificate } from '../products/accounts/certificate-state.ts';
import { getHoldPlan } from '../products/accounts/funds-availability.ts';
import { readOverdraft, saveOverdrafts } from '../products/accounts/overdraft-state.ts';
import { firstCycle, newCycle } from '../products/cards/card.ts';
import { firstDueAfter } from '../products/debts/debt.ts';
import { startEscrow } from '../products/debts/escrow.ts';
import { startInsurance } from '../products/debts/mortgage-insurance.ts';
import { getGoalCarryover, getGoals, hasCarryover } from '../products/goal-state.ts';
import { planCharges } from '../simulation/clearing-schedule.ts';
import { RANDOM_SHOCK_PREFIX } from '../simulation/shocks.ts';
import type {
  AutoDepositState,
  BiweeklyState,
  CardState,
  DebtState,
  DisputeState,
  EscrowState,
  HoldState,
  HouseholdState,
  InsuranceState,
  Payee,
  PaymentRetry,
  Recurrence,
  RefundState,
  ShockState,
  TaxReturnState,
} from '../simulation/state.ts';
import { readAdjustment, readPriceIndex, saveAdjustments } from '../simulation/yearly-adjustment.ts';
import { readFields } from './file-ledger.ts';
import type {
  AutoDepositRow,
  CardCarryover,
  CardRow,
  Carryover,
  DebtCarryover,
  DebtRow,
  HouseholdRow,
  RuleRow,
  ScheduledPaymentRow,
} from './row.ts';

const PAYMENTS_AT_MINUTES = 9 * 60;
/**
 * The limits of adjustable-rate mortgages. The rate resets once per year, by up to 2 percentage points. Over
 * the term, it changes by up to 5 points.
 */
const VARIABLE = { everyMonths: 12, capPerReset: 2, capForLife: 5 };

/**
 * Builds a household's state at its last simulated instant, including later changes from outside the engine.
 * Throws RangeError for an invalid time zone or day.
 */
export function buildHouseholdState(row: HouseholdRow): HouseholdState {
  const { carryover } = row;
  const zone = new Zone(row.time_zone);
  const since = new Map<string, number>();
  for (const { productId, amount } of row.changes) since.set(productId, (since.get(productId) ?? 0) + amount);
  const before = (id: string) => since.get(id) ?? 0;
  const day = zone.getDay(row.simulated_until);
  const getRule = (rule: AutoDepositRow | ScheduledPaymentRow) => ({
    ...readFields(rule, ['id', 'name']),
    accountId: rule.account_id,
    ...(rule.category && { category: rule.category }),
    ...readAdjustment(rule, carryover, day),
    ...readBill(rule, carryover, { day, now: zone.getDay(row.now) }),
  });
  return {
    seed: row.seed,
    timeZone: row.time_zone,
    at: row.simulated_until,
    ...readHandledUntil(row, zone),
    // Late events are posted after all existing entries.
    posted: Math.max(row.simulated_until, row.changes.at(-1)?.at ?? 0),
    accounts: row.accounts.map((account) => ({
      ...readFields(account, ['id', 'name', 'type', 'currency']),
      balance: account.balance - before(account.id),
      accruedMicros: carryover.accrued?.[account.id] ?? 0,
      ...(account.closed && { closed: true as const }),
      ...readOverdraft(account, carryover),
      ...readCertificate(account.id, row),
      ...readPlan(account, carryover),
      ...(account.tax_treatment && { taxTreatment: account.tax_treatment }),
    })),
    cards: row.cards.map((card) => getCard(card, card.balance + before(card.id), day, carryover)),
    debts: row.debts.map((debt) => getDebt(debt, before, day, carryover)),
    autoDeposits: row.auto_deposits.map((rule) => ({
      ...getRule(rule),
      amount: rule.amount,
      ...(rule.is_pay && { isPay: true as const }),
      ...readPay(rule),
      ...readSince(rule, row.simulated_until),
      recurrence: getRecurrence(
        { ...rule, minutes: rule.minutes },
        row.simulated_until,
        zone,
        carryover.early?.[rule.id],
      ),
    })),
    ...getDeletedRetries(row, day),
    ...(carryover.early && { early: carryover.early }),
    scheduledPayments: row.scheduled_payments.map((rule) => ({
      ...getRule(rule),
      to: getPayee(rule),
      amount: rule.amount_kind === 'fixed' ? (rule.amount ?? 0) : rule.amount_kind,
      weekend: rule.weekend,
      ...(rule.speed === 'same_day' && { sameDay: true as const }),
      recurrence: getRecurrence(
        { ...rule, minutes: PAYMENTS_AT_MINUTES },
        row.simulated_until,
        zone,
        carryover.early?.[rule.id],
      ),
      changed: rule.changed,
      retry: getRetry(rule, carryover.retries?.[rule.id], zone),
    })),
    ...(carryover.pay && { payToDate: carryover.pay }),
    spendingProfile: carryover.life ?? null,
    ...(carryover.billIncreases && { billIncreases: carryover.billIncreases }),
    ...(followsInflation(row) && { prices: readPriceIndex(carryover) }),
    shocks: getShocks(row),
    ...(carryover.surprises && { surprises: carryover.surprises }),
    ...(carryover.surpriseChoices && { surpriseChoices: carryover.surpriseChoices }),
    ...(carryover.returns && { returns: carryover.returns }),
    ...(carryover.plannedReturns && { plannedReturns: structuredClone(carryover.plannedReturns) }),
    ...(row.settled_purchases?.length && { settledPurchases: row.settled_purchases }),
    ...(carryover.insurance && { insurance: structuredClone(carryover.insurance) }),
    ...(carryover.drivingRecord && { drivingRecord: structuredClone(carryover.drivingRecord) }),
    ...(carryover.hsaPaysFirst && { hsaPaysFirst: carryover.hsaPaysFirst }),
    ...(carryover.bankHolidays && { bankHolidays: carryover.bankHolidays }),
    ...(carryover.exchangeMargin && { exchangeMargin: carryover.exchangeMargin }),
    ...(carryover.unemployment && { unemployment: carryover.unemployment }),
    ...(carryover.birthDate && { birthDate: parseDay(carryover.birthDate) }),
    ...(carryover.incomeLimits && { incomeLimits: carryover.incomeLimits }),
    ...(row.contributions && { contributions: row.contributions }),
    ...(row.distributions && {
      distributions: {
        year: row.distributions.year,
        plans: row.distributions.plans.map(({ account_id: accountId, ...plan }) => ({ accountId, ...plan })),
      },
    }),
    ...(carryover.fundReturns && { fundReturns: carryover.fundReturns }),
    ...(carryover.pending && { pending: carryover.pending }),
    ...(row.holds?.length && { holds: getHolds(row, zone) }),
    ...(row.tax_returns?.length && { taxReturns: getTaxReturns(row.tax_returns) }),
    ...(row.disputes?.length && { disputes: getDisputes(row.disputes) }),
    ...(row.refunds?.length && { refunds: getRefunds(row.refunds) }),
    ...(row.goals?.length && { goals: getGoals(row.goals, carryover, row.simulated_until, zone) }),
    ...(row.funds && { funds: getFunds(row.funds, carryover.funds) }),
    ...(carryover.play && { play: carryover.play }),
    changes: row.changes.map((change) => ({ ...change, at: Math.max(change.at, row.simulated_until) })),
  };
}

/** The maximum difference between two time zones. */
const LARGEST_SHIFT_MS = 26 * 3_600_000;

/**
 * Returns the local time up to which the household is already simulated, if the customer's time zone has
 * changed since then.
 */
function readHandledUntil(row: HouseholdRow, zone: Zone): Pick<HouseholdState, 'handledUntil'> {
  const { timeZone = row.time_zone, handledUntil = Number.NEGATIVE_INFINITY } = row.carryover;
  const local = zone.getLocal(row.simulated_until);
  const before = timeZone === row.time_zone ? local : new Zone(timeZone).getLocal(row.simulated_until);
  const handled = Math.max(before, handledUntil);
  return handled === local || Math.abs(handled - local) > LARGEST_SHIFT_MS ? {} : { handledUntil: handled };
}

/** Returns the engine's state to save for the next step. */
export function getCarryover(state: HouseholdState): Carryover {
  const byId = <Item extends { id: string }, Kept>(items: Item[], keep: (item: Item) => Kept) =>
    Object.fromEntries(items.map((item) => [item.id, keep(item)]));
  return {
    timeZone: state.timeZone,
    ...(state.handledUntil !== undefined && { handledUntil: state.handledUntil }),
    accrued: byId(
      state.accounts.filter(({ accruedMicros }) => accruedMicros !== 0),
      ({ accruedMicros }) => accruedMicros,
    ),
    ...saveOverdrafts(state),
    ...saveMonths(state),
    cards: byId(state.cards, (card) => ({
      ...readFields(card, ['firstDue', 'due', 'cycle']),
      ...saveCardProgress(card),
    })),
    debts: byId(state.debts, (debt) => ({
      ...readFields(debt, ['start', 'next', 'balanceDays', 'countedTo', 'ahead', 'arrears', 'delinquent']),
      ...(debt.variable && { variable: debt.variable }),
      ...(debt.oddInterest !== undefined && { oddInterest: debt.oddInterest }),
      ...saveInsurance(debt),
      ...saveEscrow(debt),
    })),
    retries: {
      ...state.deletedRetries,
      ...Object.fromEntries(
        state.scheduledPayments.flatMap(({ id, retry }) => (retry === null ? [] : [[id, retry]])),
      ),
    },
    ...saveEarly(state),
    // Future scenario shocks and randomly drawn surprises are stored only in the carryover.
    shocks: state.shocks.filter(
      ({ id, begun, story }) => begun || story || id.startsWith(RANDOM_SHOCK_PREFIX),
    ),
    ...(state.surprises && { surprises: state.surprises }),
    ...(state.surpriseChoices && { surpriseChoices: state.surpriseChoices }),
    ...(state.returns && { returns: state.returns }),
    ...(state.plannedReturns && { plannedReturns: state.plannedReturns }),
    ...(state.insurance && { insurance: state.insurance }),
    ...(state.drivingRecord && { drivingRecord: state.drivingRecord }),
    ...(state.hsaPaysFirst && { hsaPaysFirst: state.hsaPaysFirst }),
    ...(state.bankHolidays && { bankHolidays: state.bankHolidays }),
    ...(state.exchangeMargin && { exchangeMargin: state.exchangeMargin }),
    ...(state.unemployment && { unemployment: state.unemployment }),
    ...(state.birthDate !== undefined && { birthDate: dayText(state.birthDate) }),
    ...(state.incomeLimits && { incomeLimits: state.incomeLimits }),
    ...(state.fundReturns && { fundReturns: state.fundReturns }),
    ...(state.pending && { pending: state.pending }),
    ...(state.holds && {
      holds: Object.fromEntries(state.holds.map(({ key, schedule }) => [key, schedule])),
    }),
    ...saveExceptions(state),
    ...(state.goals && { goals: byId(state.goals.filter(hasCarryover), getGoalCarryover) }),
    life: state.spendingProfile,
    ...(state.payToDate && { pay: state.payToDate }),
    ...saveAdjustments(state),
    ...saveBills(state),
    ...saveFunds(state),
    ...(state.play && { play: state.play }),
  };
}

/** Returns the exceptions that delay deposits, by the key of the hold. */
function saveExceptions({ holds = [] }: HouseholdState): Pick<Carryover, 'holdExceptions'> {
  const delayed = holds.flatMap(({ key, exception }) => (exception ? [[key, exception]] : []));
  return delayed.length > 0 ? { holdExceptions: Object.fromEntries(delayed) } : {};
}

/** Returns the terms of a paycheck that is computed from gross pay. */
function readPay({ is_pay, pay_details: details, frequency }: AutoDepositRow): Pick<AutoDepositState, 'pay'> {
  return is_pay && details && isPayFrequency(frequency) ? { pay: readPayTerms(details) } : {};
}

/** Returns the occurrences that were processed before their planned day and that day isn't over. */
function saveEarly({ early = {}, at, timeZone }: HouseholdState): Pick<Carryover, 'early'> {
  const today = new Zone(timeZone).getDay(at);
  const days = Object.entries(early).filter(([, day]) => day >= today);
  return days.length > 0 ? { early: Object.fromEntries(days) } : {};
}

const followsInflation = ({ auto_deposits, scheduled_payments, carryover }: HouseholdRow) =>
  carryover.billIncreases === true ||
  [...auto_deposits, ...scheduled_payments].some(({ adjustment }) => adjustment === 'inflation');

function getCard(row: CardRow, balance: number, day: DayNumber, carryover: Carryover): CardState {
  const due = parseDay(row.due_date);
  const kept = carryover.cards?.[row.id];
  const cycle = kept?.cycle ?? newCycle(day, balance, firstCycle(due, day));
  // A new due date restarts the numbering of billing cycles.
  const isMoved = kept?.due !== due;
  return {
    ...readFields(row, ['id', 'name', 'currency', 'limit', 'apr']),
    balance,
    firstDue: isMoved ? due : kept.firstDue,
    due,
    autopay: getAutopay(row),
    ...(row.frozen && { frozen: true as const }),
    ...(row.controls && { controls: { ...structuredClone(row.controls), month: monthText(day) } }),
    ...(row.over_limit && { overLimit: true as const }),
    ...readCardProduct(row, kept),
    cycle: isMoved ? { ...cycle, number: firstCycle(due, Math.max(day, cycle.from)) } : cycle,
  };
}

/** Returns the state of a card with a product. */
function readCardProduct(row: CardRow, kept: CardCarryover | undefined): Partial<CardState> {
  const { product, opened_on, activated_quarters, security_deposit, deposit_account_id } = row;
  if (!product) return {};
  return {
    product,
    ...(opened_on && { opened: parseDay(opened_on) }),
    ...(activated_quarters?.length && { activated: activated_quarters }),
    ...(security_deposit && {
      deposit: { amount: security_deposit, accountId: deposit_account_id ?? null },
    }),
    ...structuredClone(kept && saveCardProgress(kept)),
  };
}

/** Returns the part of a card's state that the engine carries over besides its billing cycle. */
function saveCardProgress({ quarter, penalty, onTime }: Pick<CardState, 'quarter' | 'penalty' | 'onTime'>) {
  return {
    ...(quarter && { quarter }),
    ...(penalty && { penalty }),
    ...(onTime !== undefined && { onTime }),
  };
}

function getAutopay({
  autopay,
  autopay_account_id: accountId,
  autopay_amount,
  autopay_retries,
}: CardRow): CardState['autopay'] {
  if (!autopay || !accountId) return null;
  return {
    accountId,
    pays: autopay === 'fixed' ? (autopay_amount ?? 0) : autopay,
    ...(autopay_retries && { retries: true }),
  };
}

function getDebt(
  row: DebtRow,
  before: (id: string) => number,
  day: DayNumber,
  carryover: Carryover,
): DebtState {
  const start = parseDay(row.start_date);
  const kept = carryover.debts?.[row.id];
  const isSaved = kept?.start === start;
  const fresh: DebtCarryover = {
    start,
    next: firstDueAfter(start, day),
    balanceDays: 0,
    countedTo: 0,
    ahead: 0,
    arrears: [],
    delinquent: 0,
    ...(row.rate_type === 'variable' && {
      variable: { ...VARIABLE, margin: row.rate_margin ?? 0, first: row.rate },
    }),
  };
  const { insurance, escrow: _escrow, ...progress } = isSaved ? kept : fresh;
  return {
    ...progress,
    ...readFields(row, ['id', 'product', 'name', 'currency', 'rate', 'payment', 'term']),
    balance: row.balance + before(row.id),
    autopay: row.autopay_account_id ? { accountId: row.autopay_account_id, extra: row.autopay_extra } : null,
    ...(row.paused_until && { hardshipUntil: parseDay(row.paused_until) }),
    ...(row.payment_day && { paymentDay: true as const }),
    ...(row.line && { line: row.line }),
    ...(typeof row.value === 'number' && { property: { value: row.value } }),
    ...(row.insurance && { insurance: getInsurance(row, row.insurance, insurance, progress.next) }),
    ...(row.biweekly && { biweekly: getBiweekly(row, row.biweekly, before(row.biweekly.id)) }),
    ...(row.escrow && {
      escrow: getEscrow(row, row.escrow, before(row.escrow.id), kept?.escrow, progress.next),
    }),
  };
}

const getBiweekly = (
  { currency }: DebtRow,
  { id, balance, next }: NonNullable<DebtRow['biweekly']>,
  before: number,
): BiweeklyState => ({ id, currency, balance: balance - before, next: parseDay(next) });

/**
 * Returns the escrow account with its saved year, or with a first year that starts with the next installment.
 */
function getEscrow(
  row: DebtRow,
  { id, balance, tax, insurance }: NonNullable<DebtRow['escrow']>,
  before: number,
  saved: DebtCarryover['escrow'],
  next: number,
): EscrowState {
  const account = { id, currency: row.currency, balance: balance - before, tax, insurance };
  if (saved) return { ...saved, ...account };
  return startEscrow(account, addMonths(parseDay(row.start_date), next), row.value ?? 0);
}

function saveEscrow({ escrow }: DebtState): Pick<DebtCarryover, 'escrow'> {
  if (!escrow) return {};
  const { paidOff } = escrow;
  return {
    escrow: {
      ...readFields(escrow, ['from', 'payment', 'spread', 'deposits', 'assessed']),
      ...(paidOff !== undefined && { paidOff }),
    },
  };
}

type SavedInsurance = DebtCarryover['insurance'];

/** Returns the insurance with its saved schedule, or with a new one if the original terms were edited. */
function getInsurance(
  { rate, term }: DebtRow,
  { borrowed, premium, value }: NonNullable<DebtRow['insurance']>,
  saved: SavedInsurance,
  next: number,
): InsuranceState {
  const isSame = saved?.borrowed === borrowed && saved.rate === rate && saved.term === term;
  if (isSame) return { ...saved, premium, value };
  return startInsurance({ borrowed, rate, term, premium, value }, next - 1);
}

function saveInsurance({ insurance }: DebtState): Pick<DebtCarryover, 'insurance'> {
  if (!insurance) return {};
  const { premium: _premium, value: _value, ...saved } = insurance;
  return { insurance: saved };
}

function getRecurrence<Frequency extends AutoDepositRow['frequency'] | ScheduledPaymentRow['frequency']>(
  row: Omit<RuleRow, 'name'> & { frequency: Frequency; minutes: number },
  at: Instant,
  zone: Zone,
  early: DayNumber | undefined,
): Recurrence<Frequency> {
  const recurrence: Recurrence<Frequency> = {
    frequency: row.frequency,
    start: parseDay(row.start_date),
    minutes: row.minutes,
    next: row.next ?? 0,
    ...(row.end_date && { end: parseDay(row.end_date) }),
    ...(row.occurrences !== null && { count: row.occurrences }),
    ...(row.paused && { paused: true as const }),
  };
  // Rules don't apply to the past. Occurrences before the rule was created or during a pause are skipped.
  const since = Math.max(at, row.resumed ?? at);
  const isBehind = row.next === null || since > at;
  if (!isBehind) return recurrence;
  let next = firstOccurrenceAfter(recurrence, since, zone);
  while (early !== undefined && occurrenceDay(recurrence, next, zone) <= early) next += 1;
  return { ...recurrence, next };
}

function readSince({ created, resumed }: RuleRow, at: Instant): { since?: Instant } {
  const since = Math.max(created ?? at, resumed ?? at);
  return since > at ? { since } : {};
}

/**
 * Returns the retry of a failed payment if the rule still has the same schedule; otherwise null. If the rule
 * was paused, moves the retry to a day after the pause.
 */
function getRetry(
  rule: ScheduledPaymentRow,
  retry: PaymentRetry | undefined,
  zone: Zone,
): PaymentRetry | null {
  if (!retry) return null;
  const { occurrence, planned } = retry;
  const recurrence = { frequency: rule.frequency, start: parseDay(rule.start_date), minutes: 0, next: 0 };
  const isSame =
    planned === undefined ? rule.next !== null : occurrenceDay(recurrence, occurrence, zone) === planned;
  if (!isSame) return null;
  let { on } = retry;
  while (rule.resumed && zone.at(on, PAYMENTS_AT_MINUTES) <= rule.resumed) on += 1;
  return { ...retry, on };
}

const KEPT_DAYS = 30;

function getDeletedRetries(row: HouseholdRow, day: DayNumber): Pick<HouseholdState, 'deletedRetries'> {
  const rules = new Set(row.scheduled_payments.map(({ id }) => id));
  const remaining = Object.entries(row.carryover.retries ?? {}).filter(
    ([id, { on }]) => !rules.has(id) && on + KEPT_DAYS > day,
  );
  return remaining.length > 0 ? { deletedRetries: Object.fromEntries(remaining) } : {};
}

function getPayee(row: ScheduledPaymentRow): Payee {
  if (row.to_account_id)
    return { kind: 'account', id: row.to_account_id, ...(row.fund && { fund: row.fund }) };
  if (row.card_id) return { kind: 'card', id: row.card_id };
  if (row.debt_id) return { kind: 'debt', id: row.debt_id };
  return { kind: 'outside', name: row.payee ?? row.name };
}

/** Returns active shocks from the carryover and planned shocks from the table. */
function getShocks({ shocks, carryover }: HouseholdRow): ShockState[] {
  const activeShocks = carryover.shocks ?? [];
  const planned = shocks
    .filter(({ id }) => !activeShocks.some((shock) => shock.id === id))
    .map(({ on_date, months, product_id, ...shock }) => ({
      ...shock,
      on: parseDay(on_date),
      ...(months !== null && { months }),
      ...(product_id && { productId: product_id }),
    }));
  return [...activeShocks, ...planned];
}

function getTaxReturns(rows: NonNullable<HouseholdRow['tax_returns']>): TaxReturnState[] {
  return rows.map(({ id, tax_year, filing_status, wages, interest, withheld, inflation, ...row }) => ({
    id,
    year: tax_year,
    filingStatus: filing_status,
    wages: toMinor(wages),
    interest: toMinor(interest),
    withheld: toMinor(withheld),
    ...(row.short_term_gain && { shortTermGain: toMinor(row.short_term_gain) }),
    ...(row.long_term_gain && { longTermGain: toMinor(row.long_term_gain) }),
    ...(row.dividends && { dividends: toMinor(row.dividends) }),
    ...(row.qualified_dividends && { qualifiedDividends: toMinor(row.qualified_dividends) }),
    ...(row.children && { children: row.children }),
    ...(row.distributions && { distributions: toMinor(row.distributions) }),
    ...(row.early_distributions && { earlyDistributions: toMinor(row.early_distributions) }),
    ...(row.deductions && { deductions: toMinor(row.deductions) }),
    ...(row.unemployment && { unemployment: toMinor(row.unemployment) }),
    ...(row.missed_distributions && { missedDistributions: toMinor(row.missed_distributions) }),
    ...(row.corrected_distributions && { correctedDistributions: toMinor(row.corrected_distributions) }),
    ...(row.is_senior && { isSenior: true }),
    inflation,
    accountId: row.account_id,
    filedOn: parseDay(row.filed_on),
  }));
}

function getDisputes(disputes: NonNullable<HouseholdRow['disputes']>): DisputeState[] {
  return disputes.map((row) => ({
    id: row.id,
    productId: row.account_id ?? row.card_id ?? '',
    amount: row.amount,
    decideOn: parseDay(row.decide_on),
    ...(row.outcome && { outcome: row.outcome }),
    ...(row.merchant && { merchant: row.merchant }),
    ...(row.category && { category: row.category }),
    ...(row.shock_id && { shockId: row.shock_id }),
    ...(row.opened_on && {
      ...(row.is_lost && { decided: true as const }),
      claim: {
        openedOn: parseDay(row.opened_on),
        creditDays: row.credit_days ?? 0,
        ...(row.is_credited && { credited: true as const }),
        ...(row.is_lost && { lost: true as const }),
        reversed: row.reversed ?? 0,
      },
    }),
  }));
}

function getRefunds(refunds: NonNullable<HouseholdRow['refunds']>): RefundState[] {
  return refunds.map(({ id, product_id, amount, returned_on, merchant, category }) => ({
    id,
    productId: product_id,
    amount,
    returnedOn: parseDay(returned_on),
    ...(merchant && { merchant }),
    ...(category && { category }),
  }));
}

/** Returns the open holds. Plans the steps of holds that were placed since the last step. */
function getHolds(household: HouseholdRow, zone: Zone): HoldState[] {
  const { holds = [], accounts, cards, seed, carryover } = household;
  return holds.flatMap((row) => {
    const { key, kind, purchase, merchant, category, amount, remaining, cleared, final } = row;
    const product = [...accounts, ...cards].find(({ id }) => id === (row.account_id ?? row.card_id));
    if (!product) return [];
    const plan = () => {
      const holidayCurrency = carryover.bankHolidays ? product.currency : undefined;
      // The draws don't depend on ids, because a restored household has new ids.
      const drawn = `hold:${row.placed_at}:${amount}`;
      const placed = { key: drawn, purchase: purchase ?? 'store', placedAt: row.placed_at, holidayCurrency };
      return planCharges(seed, zone, placed, { amount, final });
    };
    const deposit = kind === 'deposit' ? getHoldPlan(household, row) : undefined;
    const schedule = deposit?.releases ?? structuredClone(getOwn(carryover.holds ?? {}, key)) ?? plan();
    return {
      key,
      productId: product.id,
      kind,
      ...(purchase && { purchase }),
      ...(merchant && { merchant }),
      ...(category && { category }),
      amount,
      remaining,
      cleared,
      placedAt: row.placed_at,
      expiresAt: kind === 'deposit' ? (schedule.at(-1)?.at ?? row.expires_at) : row.expires_at,
      schedule,
      ...(deposit?.exception && {
        exception: deposit.exception,
        ...(deposit.isNew && { notice: true as const }),
      }),
    };
  });
}
