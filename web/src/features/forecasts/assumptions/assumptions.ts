import { type DayNumber, dayText, parseDay, type Zone } from '@engine/calendar/calendar.ts';
import { firstOccurrenceAfter, occurrenceDay, occursOn } from '@engine/calendar/recurrence.ts';
import { markMinor, negateMinor } from '@engine/money/minor.ts';
import type {
  AutoDepositFrequency,
  HouseholdState,
  PaymentFrequency,
  Recurrence,
  ScheduledPaymentState,
} from '@engine/simulation/state.ts';
import { z } from 'zod';
import { formatEvery } from '@/entities/payment/frequencies';
import { formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { parseJson } from '@/lib/parse-json';

export const ASSUMPTION_KINDS = ['income', 'bill', 'purchase'] as const;
export const ASSUMPTION_FREQUENCIES = [
  'ONCE',
  'WEEKLY',
  'BIWEEKLY',
  'MONTHLY',
  'QUARTERLY',
  'ANNUALLY',
] as const;

export type AssumptionKind = (typeof ASSUMPTION_KINDS)[number];
export type AssumptionFrequency = (typeof ASSUMPTION_FREQUENCIES)[number];

/** The frequencies that auto deposits and scheduled payments support. */
export const FREQUENCIES_OF: Record<AssumptionKind, readonly AssumptionFrequency[]> = {
  income: ['MONTHLY', 'WEEKLY', 'ONCE'],
  bill: ['MONTHLY', 'WEEKLY', 'BIWEEKLY', 'QUARTERLY', 'ANNUALLY'],
  purchase: ['ONCE'],
};

const assumptionSchema = z.object({
  id: z.string(),
  kind: z.enum(ASSUMPTION_KINDS),
  name: z.string().min(1),
  amount: z.number().int().positive().transform(markMinor),
  startDate: z.iso.date(),
  frequency: z.enum(ASSUMPTION_FREQUENCIES),
  accountId: z.string(),
});

/** An assumed income, bill, or purchase. Amounts are in minor units, and days are `yyyy-MM-dd`. */
export type Assumption = z.output<typeof assumptionSchema>;

/** The times of day of auto deposits and scheduled payments. */
export const INCOME_AT = '06:00';
const INCOME_AT_MINUTES = 6 * 60;
const PAYMENTS_AT_MINUTES = 9 * 60;

/** Adds the assumptions to the household. Past occurrences are skipped, as with real rules. */
export function withAssumptions(
  state: HouseholdState,
  layers: readonly Assumption[],
  zone: Zone,
): HouseholdState {
  const open = new Set(state.accounts.filter(({ closed }) => !closed).map(({ id }) => id));
  const usable = layers.filter(({ accountId }) => open.has(accountId));
  const next = <Frequency extends AutoDepositFrequency | PaymentFrequency>(rule: Recurrence<Frequency>) => ({
    ...rule,
    next: firstOccurrenceAfter(rule, state.at, zone),
  });
  return {
    ...state,
    autoDeposits: [
      ...state.autoDeposits,
      ...usable
        .filter(({ kind }) => kind === 'income')
        .map(({ id, name, accountId, amount, ...layer }) => ({
          id,
          name,
          accountId,
          amount,
          recurrence: next(incomeRecurrence(layer)),
        })),
    ],
    scheduledPayments: [
      ...state.scheduledPayments,
      ...usable
        .filter(({ kind }) => kind !== 'income')
        .map(
          ({ id, name, accountId, amount, ...layer }): ScheduledPaymentState => ({
            id,
            name,
            accountId,
            amount,
            to: { kind: 'outside', name },
            weekend: 'stays',
            recurrence: next(paymentRecurrence(layer)),
            changed: {},
            retry: null,
          }),
        ),
    ],
  };
}

/** Returns the first occurrence after today; null if there are no more. */
export function getNextDay(layer: Assumption, today: DayNumber, zone: Zone): string | null {
  const rule = layer.kind === 'income' ? incomeRecurrence(layer) : paymentRecurrence(layer);
  const occurrence = firstOccurrenceAfter(rule, zone.getStart(today + 1) - 1, zone);
  return occursOn(rule, occurrence, zone) ? dayText(occurrenceDay(rule, occurrence, zone)) : null;
}

type Timing = Pick<Assumption, 'frequency' | 'startDate'>;

const recurrence = ({ frequency, startDate }: Timing, minutes: number) => ({
  start: parseDay(startDate),
  minutes,
  next: 0,
  ...(frequency === 'ONCE' && { count: 1 }),
});

function incomeRecurrence(timing: Timing): Recurrence<AutoDepositFrequency> {
  const frequency = timing.frequency === 'WEEKLY' ? 'WEEKLY' : 'MONTHLY';
  return { frequency, ...recurrence(timing, INCOME_AT_MINUTES) };
}

function paymentRecurrence(timing: Timing): Recurrence<PaymentFrequency> {
  const frequency = timing.frequency === 'ONCE' ? 'MONTHLY' : timing.frequency;
  return { frequency, ...recurrence(timing, PAYMENTS_AT_MINUTES) };
}

/** Parses stored assumptions. Ignores unknown formats. */
export function readAssumptions(text: string | null): Assumption[] {
  return z.array(assumptionSchema).safeParse(parseJson(text ?? '')).data ?? [];
}

export const KIND_LABELS = { income: 'Income', bill: 'Bill', purchase: 'Purchase' } as const;

export const formatAssumptionFrequency = (frequency: AssumptionFrequency) =>
  frequency === 'ONCE' ? 'Once' : formatEvery(frequency);

/** Formats an amount with its sign: `−$500.00` for money out and `+$500.00` for money in. */
export function formatAssumptionAmount({ kind, amount }: Assumption, currency: string): string {
  return formatMinor(kind === 'income' ? amount : negateMinor(amount), currency, true);
}

/** Formats the frequency, such as `every month starting Dec 1, 2026` or `once on Dec 1, 2026`. */
export function formatAssumptionRhythm({ frequency }: Assumption, day: string): string {
  const when = formatTextDate(day);
  return frequency === 'ONCE'
    ? `once on ${when}`
    : `${formatEvery(frequency).toLowerCase()} starting ${when}`;
}
