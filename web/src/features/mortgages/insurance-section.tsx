import { addMonths, dayText } from '@engine/calendar/calendar.ts';
import { type Minor, markMinor, toMinor } from '@engine/money/minor.ts';
import { getOutcome } from '@engine/products/debts/debt-plans.ts';
import {
  PMI,
  projectInsurance,
  reachesRequest,
  requestBalance,
} from '@engine/products/debts/mortgage-insurance.ts';
import { useState } from 'react';
import { debtMutations } from '@/entities/debt/data/mutations';
import type { SimulatedDebt } from '@/entities/debt/data/plan';
import type { Debt, Home } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatAs, formatListDate } from '@/lib/dates';
import { formatExactRate, formatMinor, formatMoney } from '@/lib/money';
import { isRefusal, refusalDetail } from '@/lib/refusals';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Description } from '@/ui/description';
import { Section } from '@/ui/page';

type InsuranceSectionProps = {
  debt: Debt;
  insurance: NonNullable<Debt['insurance']>;
  home: Home;
  simulated: SimulatedDebt;
};

/** Renders mortgage insurance: its premium, its end, and the request to remove it. */
export function InsuranceSection({ debt, insurance, home, simulated }: InsuranceSectionProps) {
  const [problem, setProblem] = useState<string>();
  const { send, isPending } = useIdempotentMutation(debtMutations.removeInsurance);
  const { terms, insurance: current, today } = simulated;
  if (insurance.endedOn !== null)
    return (
      <Section title="Mortgage insurance (PMI)" className="mt-12">
        <p className="text-ink-2">Your mortgage insurance ended on {formatListDate(insurance.endedOn)}.</p>
      </Section>
    );
  if (!current) return null;
  const projected = projectInsurance(current, terms.next);
  const now = { balance: terms.balance, day: today };
  const usual = { extra: toMinor(debt.autopay?.extra ?? 0) };
  const byPayments = reachesRequest(current.value, now, getOutcome(terms, usual).rows);
  const bySchedule = Math.max(today, addMonths(terms.start, projected.request));
  const askFrom = Math.min(bySchedule, byPayments ?? bySchedule);
  const highest = requestBalance(current.value);

  /**
   * Returns when a typical extra payment would reach the limit, such as ` With an extra $200.00 a month, …`.
   */
  function describeSooner(): string {
    const extra = getTypicalExtra(terms.payment);
    const day = reachesRequest(
      toMinor(home.bought),
      now,
      getOutcome(terms, { extra: usual.extra + extra }).rows,
    );
    return day === null || day >= askFrom
      ? ''
      : ` With an extra ${formatMinor(extra, debt.currency)} a month, that's ${formatAs(dayText(day), 'MMMM yyyy')}.`;
  }

  async function ask() {
    try {
      await send({ mortgage_id: debt.id });
      toast.success('Mortgage insurance removed');
    } catch (error) {
      const message = getRefusalMessage(error, debt.currency);
      const detail: Record<string, unknown> = isRefusal(error) ? refusalDetail(error) : {};
      setProblem(
        message === null ? undefined : `${message}${detail['reason'] === 'balance' ? describeSooner() : ''}`,
      );
    }
  }

  return (
    <Section title="Mortgage insurance (PMI)" className="mt-12">
      <p className="max-w-160 text-ink-2">
        It protects the bank, because you borrowed more than {PMI.requestAtPercent}% of your home's value.{' '}
        {debt.autopay
          ? 'Autopay pays it with each payment.'
          : 'Without autopay, we add it to your balance each month.'}
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4 [&_dd]:figures [&_dd]:font-semibold [&_dd]:text-lg [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Description term="Monthly premium">
          <Explain
            title="Mortgage insurance"
            lesson="mortgage-interest"
            formula="Amount borrowed × yearly rate ÷ 12."
            inputs={[
              { name: 'Amount borrowed', value: formatMoney(debt.borrowed, debt.currency) },
              { name: 'Yearly rate', value: formatExactRate(insurance.rate) },
              { name: 'Monthly premium', value: formatMinor(markMinor(current.premium), debt.currency) },
            ]}
            source="Homeowners Protection Act, 12 U.S.C. 4902."
          >
            {formatMinor(markMinor(current.premium), debt.currency)}
          </Explain>
        </Description>
        <Description term="You can ask to remove it">
          {askFrom <= today ? 'Now' : formatAs(dayText(askFrom), 'MMM yyyy')}
        </Description>
        <Description term="Ends automatically">
          <Explain
            title="End of mortgage insurance"
            lesson="mortgage-interest"
            formula={
              projected.reason === 'midpoint'
                ? 'It ends at the midpoint of the term, at the latest.'
                : `It ends when your scheduled balance reaches ${PMI.endsAtPercent}% of your home's original value. Extra payments don't move this date.`
            }
            inputs={getEndInputs(home, highest, debt.currency)}
            source="Homeowners Protection Act, 12 U.S.C. 4902. Your payments must be current."
          >
            {formatAs(dayText(addMonths(terms.start, projected.last)), 'MMM yyyy')}
          </Explain>
        </Description>
      </dl>
      <div className="mt-5">
        <Button busy={isPending} onClick={() => void ask()}>
          Ask to remove PMI
        </Button>
        <p aria-live="polite" className="mt-2 max-w-160 text-ink-2 text-sm empty:hidden">
          {problem}
        </p>
      </div>
    </Section>
  );
}

function getEndInputs({ bought }: Home, highest: Minor, currency: string) {
  return [
    { name: 'Original value', value: formatMoney(bought, currency) },
    { name: `${PMI.requestAtPercent}%, when you can ask`, value: formatMinor(highest, currency) },
    {
      name: `${PMI.endsAtPercent}%, when it ends`,
      value: formatMinor(markMinor(Math.floor((toMinor(bought) * PMI.endsAtPercent) / 100)), currency),
    },
  ];
}

const TYPICAL_STEP = 100_00;
const TYPICAL_PERCENT = 10;

/** Returns about a tenth of the installment in whole hundreds, in minor units. */
function getTypicalExtra(payment: number): Minor {
  const steps = Math.max(1, Math.round((payment * TYPICAL_PERCENT) / 100 / TYPICAL_STEP));
  return markMinor(steps * TYPICAL_STEP);
}
