import { useQuery } from '@tanstack/react-query';
import { formatListDate, getDay, startOfDay } from '@/lib/dates';
import { formatMinor, type Minor } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import type { RuleState } from '../payments/payment-state';
import { type ScheduledPayment, scheduledPaymentQueries } from '../queries';

const TOLD_FOR_DAYS = 31;

type TroubleProps = {
  rules: readonly ScheduledPayment[];
  states: Map<string, RuleState>;
  currencyOf: (accountId: string) => string;
  today: string;
  zone: string;
  onHistory: (rule: ScheduledPayment) => void;
};

/** Renders recent problems: failed and retried payments. */
export function UpcomingProblems({ rules, states, currencyOf, today, zone, onHistory }: TroubleProps) {
  const since = startOfDay(today, zone, -TOLD_FOR_DAYS);
  const failures = useQuery(scheduledPaymentQueries.failures(since)).data ?? [];
  const history = (rule: ScheduledPayment) => (
    <button
      type="button"
      onClick={() => onHistory(rule)}
      className="font-semibold text-accent-ink underline underline-offset-2"
    >
      View {rule.name} history
    </button>
  );
  return (
    <div className="mb-8 flex flex-col gap-3 empty:hidden">
      {rules
        .filter(({ id }) => states.get(id)?.word === 'Retrying')
        .map((rule) => (
          <AlertBox
            key={rule.id}
            fact={`${rule.name} will be retried: insufficient funds.`}
            action={history(rule)}
          >
            {states.get(rule.id)?.reason} Next attempt: {formatListDate(states.get(rule.id)?.next ?? '')}.
          </AlertBox>
        ))}
      {rules.flatMap((rule) => {
        const last = failures.find(({ subject }) => subject === rule.id);
        if (!last) return [];
        const short = getShort(last.facts, currencyOf(rule.account_id));
        return [
          <AlertBox
            key={`${rule.id} failed`}
            kind="negative"
            fact={`${rule.name} failed on ${formatListDate(getDay(last.at, zone))}${short}.`}
            action={history(rule)}
          >
            No payment was made.
          </AlertBox>,
        ];
      })}
    </div>
  );
}

/** The facts are in minor units. */
function getShort(facts: unknown, currency: string): string {
  const { amount, available } = (facts ?? {}) as Record<string, unknown>;
  if (typeof amount !== 'number' || typeof available !== 'number') return '';
  return `: ${formatMinor((amount - available) as Minor, currency)} short`;
}
