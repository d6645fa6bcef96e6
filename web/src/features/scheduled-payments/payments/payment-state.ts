import { type DayNumber, dayText, Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { ScheduledPaymentState } from '@engine/simulation/state.ts';
import { formatMinor, type Minor } from '@/lib/money';
import type { ScheduledPayment } from '../queries';
import { nextDays, rulesNow } from '../upcoming/projection';

export type RuleState = {
  word: 'Active' | 'Paused' | 'Retrying' | 'Ended';
  tone: 'positive' | 'quiet' | 'warning';
  /** The reason in a sentence; empty if the state says enough. */
  reason: string;
  /** The next date (`yyyy-MM-dd`); null without one. */
  next: string | null;
};

const UNKNOWN: RuleState = { word: 'Active', tone: 'positive', reason: '', next: null };

/** Computes the state of each rule by id as the engine would continue now. */
export function ruleStates(
  household: HouseholdRow,
  rules: readonly ScheduledPayment[],
): Map<string, RuleState> {
  const zone = new Zone(household.time_zone);
  const lived = rulesNow(household);
  return new Map(
    rules.map((rule) => {
      const state = lived.get(rule.id);
      return [rule.id, state ? stateOfRule(state, household, zone) : UNKNOWN];
    }),
  );
}

function stateOfRule(rule: ScheduledPaymentState, household: HouseholdRow, zone: Zone): RuleState {
  const { recurrence, retry } = rule;
  if (recurrence.paused)
    return { word: 'Paused', tone: 'quiet', reason: 'No payments until you resume it.', next: null };
  const [next] = nextDays(rule, zone, 1);
  const day = (number: DayNumber | undefined) => (number === undefined ? null : dayText(number));
  if (retry)
    return {
      word: 'Retrying',
      tone: 'warning',
      reason: formatRetry(rule, retry.tries, household),
      next: dayText(retry.on),
    };
  if (next === undefined) return { word: 'Ended', tone: 'quiet', reason: 'Completed', next: null };
  return { word: 'Active', tone: 'positive', reason: '', next: day(next) };
}

function formatRetry(rule: ScheduledPaymentState, tries: number, household: HouseholdRow): string {
  const account = household.accounts.find(({ id }) => id === rule.accountId);
  const tried = `Tried ${tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`}`;
  if (!account || typeof rule.amount !== 'number') return `${tried}: insufficient funds.`;
  const missing = rule.amount - account.balance;
  if (missing <= 0)
    return `${tried} because of insufficient funds. There's now enough money in ${account.name}.`;
  return `${tried}: ${formatMinor(missing as Minor, account.currency)} short in ${account.name}.`;
}
