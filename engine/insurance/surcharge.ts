import { addMonths, type DayNumber, dayText, type Instant, MONTHS_A_YEAR } from '../calendar/calendar.ts';
import { formatTextDate } from '../calendar/format-date.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { formatAmount } from '../money/amount-text.ts';
import { RANK, type Run, type Timer } from '../simulation/run.ts';
import type {
  DrivingRecord,
  HouseholdState,
  PolicyState,
  ScheduledPaymentState,
} from '../simulation/state.ts';
import { adjustForYear, yearsSince } from '../simulation/yearly-adjustment.ts';

/** The increase of the premium of car insurance by a claim for a collision, in percent, and its years. */
export const SURCHARGE_PERCENT = 20;
export const SURCHARGE_YEARS = 3;

/** The days between the notice of a higher premium and its first payment. */
const NOTICE_DAYS = 30;

const NEVER = Number.POSITIVE_INFINITY;

/** Returns a premium with the surcharge, rounded half away from zero, as `bank.surcharged_premium` does. */
export const addSurchargeTo = (premium: number): number =>
  roundHalfAway((premium * (100 + SURCHARGE_PERCENT)) / 100);

const removeSurchargeFrom = (premium: number): number =>
  Math.max(1, roundHalfAway((premium * 100) / (100 + SURCHARGE_PERCENT)));

/** Returns a premium of car insurance with the surcharge that the driving record charges now. */
export const getCurrentPremium = (premium: number, record: DrivingRecord | undefined): number =>
  record?.surcharge?.charged ? addSurchargeTo(premium) : premium;

/**
 * Counts a claim for a collision as at fault, because otherwise the other driver's insurance pays. From the
 * first renewal after a notice of 30 days, the premium is 20% higher for three years. Another claim in this
 * time starts the three years again, but doesn't raise the premium further.
 */
export function addSurcharge(run: Run, { paymentId }: PolicyState, shockId: string): void {
  const record = run.state.drivingRecord;
  const payment = findPayment(run.state, paymentId);
  if (!record || !payment) return;
  const from = getRenewal(payment.recurrence.start, run.today + NOTICE_DAYS);
  const until = addMonths(from, SURCHARGE_YEARS * MONTHS_A_YEAR);
  const before = record.surcharge;
  record.surcharge = before ? { ...before, until } : { from, until };
  if (before) reportExtension(run, payment, { shockId, until });
  else reportIncrease(run, payment, { shockId, from });
}

const findPayment = ({ scheduledPayments }: HouseholdState, id: string | undefined) =>
  id === undefined ? undefined : scheduledPayments.find((payment) => payment.id === id);

/** Returns the first anniversary of a policy's first premium on or after a day. */
function getRenewal(start: DayNumber, day: DayNumber): DayNumber {
  const years = yearsSince(start, day);
  const last = addMonths(start, years * MONTHS_A_YEAR);
  return years > 0 && last === day ? last : addMonths(start, (years + 1) * MONTHS_A_YEAR);
}

function reportIncrease(
  run: Run,
  payment: ScheduledPaymentState,
  { shockId, from }: { shockId: string; from: DayNumber },
): void {
  const { id, name, amount, accountId } = payment;
  const currency = run.account(accountId)?.currency;
  if (typeof amount !== 'number' || currency === undefined) return;
  const renewed = structuredClone({ ...payment, amount: addSurchargeTo(amount) });
  adjustForYear(run.state, renewed, from);
  const after = renewed.amount;
  const [low, high] = [amount, after].map((premium) => formatAmount(premium, currency));
  run.report({
    key: `${shockId}:surcharge`,
    kind: 'price_increase',
    description: `${name} goes up from ${low} to ${high} on ${formatDay(run, from)}, because your claim adds ${SURCHARGE_PERCENT}% for ${SURCHARGE_YEARS} years`,
    subject: id,
    facts: { before: amount, after, effective_date: dayText(from), reason: 'claim' },
  });
}

function reportExtension(
  run: Run,
  { id, name }: ScheduledPaymentState,
  { shockId, until }: { shockId: string; until: DayNumber },
): void {
  run.report({
    key: `${shockId}:surcharge`,
    kind: 'surcharge_extended',
    description: `${name} stays ${SURCHARGE_PERCENT}% higher until ${formatDay(run, until)}, because of another claim`,
    subject: id,
    facts: { insurance: 'car' },
  });
}

const formatDay = (run: Run, day: DayNumber) => formatTextDate(dayText(day), dayText(run.today));

/** Starts and ends the surcharge at the beginning of a renewal's day, before the premium is paid. */
export class SurchargeSimulator implements Timer {
  readonly rank = RANK.shock;

  constructor(
    private readonly run: Run,
    private readonly record: DrivingRecord,
  ) {}

  get due(): Instant {
    const { run, record } = this;
    if (!record.surcharge) return NEVER;
    const { charged, from, until } = record.surcharge;
    return Math.max(run.state.at, run.zone.getStart(charged ? until : from));
  }

  fire(): void {
    const { run, record } = this;
    const { surcharge } = record;
    if (!surcharge) return;
    const payment = findPayment(run.state, run.state.insurance?.car?.paymentId);
    const premium = typeof payment?.amount === 'number' ? payment.amount : null;
    if (!surcharge.charged) {
      surcharge.charged = true;
      if (payment && premium !== null) payment.amount = addSurchargeTo(premium);
      return;
    }
    delete record.surcharge;
    if (!payment || premium === null) return;
    payment.amount = removeSurchargeFrom(premium);
    const currency = run.account(payment.accountId)?.currency ?? 'USD';
    run.report({
      key: `insurance:car:surcharge_ended:${dayText(surcharge.until)}`,
      kind: 'surcharge_ended',
      description: `${payment.name} goes down to ${formatAmount(payment.amount, currency)}, because the surcharge for your claim has ended`,
      subject: payment.id,
      facts: { insurance: 'car', before: premium, after: payment.amount },
    });
  }
}
