import { addMonths, dayText } from '@engine/calendar/calendar.ts';
import { type Minor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import { getOutcome } from '@engine/products/debts/debt-plans.ts';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { debtMutations } from '@/entities/debt/data/mutations';
import type { SimulatedDebt } from '@/entities/debt/data/plan';
import type { Debt } from '@/entities/debt/data/terms';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';

type DebtPauseProps = { debt: Debt; simulated: SimulatedDebt; isPaused: boolean; onDone: () => void };

const MONTHS = toOptions({ '1': '1 month', '2': '2 months', '3': '3 months' });
type Months = (typeof MONTHS)[number]['value'];

/** Renders a form that pauses installments for 1 to 3 months and shows the total cost, or ends the pause. */
export function DebtPause({ debt, simulated, isPaused, onDone }: DebtPauseProps) {
  const [months, setMonths] = useState<Months>('1');
  const [error, setError] = useState<string>();
  const pause = useIdempotentMutation(debtMutations.pause);
  const resume = useMutation(debtMutations.resume);
  const { terms } = simulated;
  const until = addMonths(terms.start, terms.next + Number(months) - 1);
  const next = addMonths(terms.start, terms.next + Number(months));
  const cost = useMemo(() => {
    const baseline = getOutcome(terms);
    const paused = getOutcome({ ...terms, pausedUntil: until });
    const last = (rows: typeof baseline.rows) => rows.at(-1)?.payment ?? ZERO;
    return {
      interest: subtractMinor(paused.interest, baseline.interest),
      lastBefore: last(baseline.rows),
      last: last(paused.rows),
    };
  }, [terms, until]);
  const money = (amount: Minor) => formatMinor(amount, debt.currency);

  async function change() {
    try {
      if (isPaused) {
        await resume.mutateAsync(debt.id);
        toast.success(`${debt.name} payments resumed`);
      } else {
        const { next_payment } = await pause.send({ debt_id: debt.id, months: Number(months) });
        toast.success(`${debt.name} paused. Next payment: ${formatTextDate(next_payment)}`);
      }
      onDone();
    } catch (refused) {
      setError(getRefusalMessage(refused, debt.currency) ?? undefined);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {isPaused ? (
        <p className="text-ink-2">The next payment is due on its usual day.</p>
      ) : (
        <>
          <Segmented label="Pause length" value={months} onValueChange={setMonths} options={MONTHS} />
          <Review>
            <ReviewLine label="No payment until">{formatListDate(dayText(until))}</ReviewLine>
            <ReviewLine label="Next payment">{formatListDate(dayText(next))}</ReviewLine>
            <ReviewLine label="Extra interest">{money(cost.interest)}</ReviewLine>
            <ReviewLine label="Last payment">
              {money(cost.lastBefore)} becomes {money(cost.last)}
            </ReviewLine>
          </Review>
          <AlertBox kind="info" fact="A pause increases your total interest.">
            Interest keeps accruing. Paused payments are due with the last payment unless you pay more before
            then. You can pause once every 12 months, and it doesn't hurt your credit score.
          </AlertBox>
        </>
      )}
      {error && (
        <p role="alert" className="text-negative text-sm">
          {error}
        </p>
      )}
      <Button
        variant="primary"
        size="lg"
        busy={pause.isPending || resume.isPending}
        onClick={() => void change()}
      >
        {isPaused ? 'Resume payments' : 'Pause payments'}
      </Button>
      <Button variant="ghost" onClick={onDone}>
        {isPaused ? 'Stay paused' : 'Keep paying'}
      </Button>
    </div>
  );
}
