import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { markMinor, toMinor } from '@engine/money/minor.ts';
import { getBiweeklyPlan } from '@engine/products/debts/biweekly.ts';
import { compareBiweekly, getNewPlan } from '@engine/products/debts/biweekly-saving.ts';
import type { BiweeklyState } from '@engine/simulation/state.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { formatPayoff, projectDebt } from '@/entities/debt/compare-plans';
import { debtMutations } from '@/entities/debt/data/mutations';
import { type Debt, formatMonths } from '@/entities/debt/data/terms';
import { clockQueries } from '@/entities/household/clock-queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatListDate } from '@/lib/dates';
import { dayField } from '@/lib/fields';
import { formatMinor } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Form } from '@/ui/forms/form';
import { Review, ReviewLine } from '@/ui/forms/review';
import { TextField } from '@/ui/forms/text-field';

type BiweeklyPlanProps = {
  debt: Debt;
  /** The plan; undefined if there is none. */
  plan: BiweeklyState | undefined;
  /** The name of the autopay account. */
  account: string;
  /** The simulated day (`yyyy-MM-dd`). */
  today: string;
  onDone: () => void;
};

/** Renders the review that starts a debt's biweekly plan, or the one that stops it. */
export function BiweeklyPlan({ plan, ...props }: BiweeklyPlanProps) {
  return plan ? <StopPlan {...props} plan={plan} /> : <StartPlan {...props} />;
}

function StartPlan({ debt, account, today, onDone }: Omit<BiweeklyPlanProps, 'plan'>) {
  const { send } = useIdempotentMutation(debtMutations.startBiweekly);
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: z.object({ firstDay: dayField.refine((day) => day !== '', 'Choose a date.') }),
    defaults: { firstDay: dayText(getNewPlan(parseDay(today)).next) },
    currency: debt.currency,
    refusedField: 'firstDay',
    onSubmit: async ({ firstDay }) => {
      await send({ debt_id: debt.id, first_day: firstDay });
      toast.success('Biweekly plan started');
      onDone();
    },
  });
  const { half } = getBiweeklyPlan(toMinor(debt.payment));
  const firstDay = watch('firstDay');
  const household = useQuery(clockQueries.household()).data ?? null;
  const { simulated, usual } = useMemo(() => projectDebt(debt, household, today), [debt, household, today]);
  const saving = useMemo(() => {
    const plan = dayField.safeParse(firstDay).data
      ? { balance: 0, next: parseDay(firstDay) }
      : getNewPlan(parseDay(today));
    return compareBiweekly(simulated.terms, plan, usual);
  }, [simulated, usual, firstDay, today]);
  const money = (amount: number) => formatMinor(markMinor(amount), debt.currency);
  return (
    <Form onSubmit={submit} busy={isSubmitting} verb="Start biweekly plan">
      <TextField control={control} name="firstDay" label="First half payment" type="date" />
      <Review>
        <ReviewLine label={`Every 14 days from ${account}`}>{money(half)}</ReviewLine>
        <ReviewLine label="Paid off">
          {formatPayoff(saving.with)} instead of {formatPayoff(saving.without)}
        </ReviewLine>
        <ReviewLine label="Saves about">
          {money(saving.interest)} in interest and {formatMonths(saving.months)}
        </ReviewLine>
        <ReviewLine label="Fee">None</ReviewLine>
      </Review>
      <p className="text-ink-2 text-sm">
        We hold each half payment until the full payment is due, for up to a month. 26 half payments make 13
        payments a year. The thirteenth lowers your balance.
      </p>
    </Form>
  );
}

function StopPlan({ debt, plan, account, onDone }: BiweeklyPlanProps & { plan: BiweeklyState }) {
  const { send, isPending } = useIdempotentMutation(debtMutations.stopBiweekly);
  async function stop() {
    try {
      await send({ debt_id: debt.id });
      toast.success('Biweekly plan stopped');
      onDone();
    } catch {
      // The query client reports the failure. The dialog stays open.
    }
  }
  const { half } = getBiweeklyPlan(toMinor(debt.payment));
  return (
    <div className="flex flex-col gap-5">
      <Review>
        <ReviewLine label={`Next half payment, ${formatListDate(dayText(plan.next))}`}>
          {formatMinor(half, debt.currency)}
        </ReviewLine>
        <ReviewLine label={`Held now, returned to ${account}`}>
          {formatMinor(markMinor(plan.balance), debt.currency)}
        </ReviewLine>
      </Review>
      <p className="text-ink-2 text-sm">
        After you stop it, autopay pays {formatMinor(toMinor(debt.payment), debt.currency)} once a month
        again.
      </p>
      <Button variant="primary" size="lg" busy={isPending} onClick={() => void stop()}>
        Stop biweekly plan
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </div>
  );
}
