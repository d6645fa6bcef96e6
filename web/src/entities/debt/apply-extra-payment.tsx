import { dayText } from '@engine/calendar/calendar.ts';
import { absMinor, fromMinor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { AccountChange } from '@/entities/account/account-change';
import { AccountField, type MoneyAccount, OUTSIDE } from '@/entities/account/account-field';
import { debtMutations } from '@/entities/debt/data/mutations';
import { type Debt, findPayingAccount } from '@/entities/debt/data/terms';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMinor, formatMoney, sumAmounts } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';
import { TextLink } from '@/ui/link';
import { Dialog } from '@/ui/overlays/dialog';
import type { PlanComparison } from './compare-plans';

type ApplyProps = { debt: Debt; accounts: readonly MoneyAccount[]; comparison: PlanComparison };
type FormProps = ApplyProps & { onDone: () => void };

/** Renders a dialog in which the customer reviews and applies the extra payment from the comparison. */
export function ApplyExtraPayment({ debt, accounts, comparison }: ApplyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { plan } = comparison;
  const isMonthly = plan.kind === 'monthly';
  const form = {
    debt,
    accounts: accounts.filter(({ currency }) => currency === debt.currency),
    comparison,
    onDone: () => setIsOpen(false),
  };
  return (
    <>
      <Button
        className="min-h-12"
        disabled={!comparison.isChanged || comparison.amount === null}
        onClick={() => setIsOpen(true)}
      >
        {getButtonText(comparison, debt.currency)}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={isMonthly ? 'Pay more every month?' : 'Pay extra today?'}
        description="No money has moved yet."
      >
        {!isOpen ? null : !isMonthly ? (
          <OneTimeForm {...form} />
        ) : comparison.isPaidByRule && !debt.autopay ? (
          <AlertBox
            kind="info"
            fact={`A scheduled payment already pays ${debt.name}.`}
            action={<TextLink to="/scheduled-payments">Edit scheduled payment</TextLink>}
          >
            Raise its amount by {formatMinor(plan.extra, debt.currency)}. Anything above the regular payment
            goes to principal.
          </AlertBox>
        ) : (
          <MonthlyForm {...form} />
        )}
      </Dialog>
    </>
  );
}

function getButtonText({ plan, isChanged }: PlanComparison, currency: string): string {
  if (!isChanged) return 'Pay extra';
  if (plan.kind === 'once') return `Pay ${formatMinor(plan.amount, currency)} extra today`;
  return plan.extra === 0 ? 'Stop extra payments' : `Pay ${formatMinor(plan.extra, currency)} extra a month`;
}

/** Renders a form that pays the extra amount once, today. */
function OneTimeForm({ debt, accounts, comparison, onDone }: FormProps) {
  const { plan, outcome } = comparison;
  const { send } = useIdempotentMutation(debtMutations.payExtra);
  const amount = plan.kind === 'once' ? fromMinor(plan.amount) : 0;
  const effect = plan.kind === 'once' ? plan.effect : 'shorten';
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: z.object({ accountId: z.string() }),
    defaults: { accountId: findPayingAccount(debt, accounts)?.id ?? OUTSIDE },
    currency: debt.currency,
    refusedField: 'accountId',
    onSubmit: async ({ accountId }) => {
      await send({ debt_id: debt.id, amount, account_id: accountId || null, effect });
      comparison.setAmount(0);
      toast.success(`Extra payment of ${formatMoney(amount, debt.currency)} made on ${debt.name}`);
      onDone();
    },
  });
  const account = accounts.find(({ id }) => id === watch('accountId'));
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <AccountField control={control} name="accountId" label="From" accounts={accounts} hasOutside />
      <Review>
        <ReviewChange
          label={`Balance on ${debt.name}`}
          before={debt.owed}
          after={sumAmounts([debt.owed, -amount])}
          currency={debt.currency}
        />
        <AccountChange account={account} pays={amount} />
        {effect === 'lower' && (
          <ReviewChange
            label="Monthly payment"
            before={debt.payment}
            after={fromMinor(outcome.rows.find(({ kind }) => kind === 'installment')?.payment ?? ZERO)}
            currency={debt.currency}
          />
        )}
        <OutcomeLines debt={debt} comparison={comparison} />
      </Review>
      <FormButtons busy={isSubmitting} onEdit={onDone}>
        Pay {formatMoney(amount, debt.currency)} extra
      </FormButtons>
    </form>
  );
}

/** Renders a form that adds the extra amount to every installment, through autopay or a scheduled payment. */
function MonthlyForm({ debt, accounts, comparison, onDone }: FormProps) {
  const autopay = useMutation(debtMutations.autopay);
  const schedule = useMutation(debtMutations.schedule);
  const extra = comparison.plan.kind === 'monthly' ? fromMinor(comparison.plan.extra) : 0;
  const amount = sumAmounts([debt.payment, extra]);
  const { control, submit, watch, setValue, isSubmitting } = useBankForm({
    schema: z.object({
      method: z.enum(['autopay', 'schedule']),
      accountId: z.string().min(1, `Open a ${debt.currency} account first.`),
    }),
    defaults: { method: 'autopay', accountId: findPayingAccount(debt, accounts)?.id ?? '' },
    currency: debt.currency,
    refusedField: 'accountId',
    onSubmit: async ({ method, accountId }) => {
      if (method === 'autopay') await autopay.mutateAsync({ debt, autopay: { accountId, extra } });
      else {
        await schedule.mutateAsync({ debt, accountId, amount });
        comparison.setAmount(0);
      }
      toast.success(`Extra payments on ${debt.name} start on ${formatTextDate(debt.nextDueDate)}`);
      onDone();
    },
  });
  const method = watch('method');
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {!debt.autopay && (
        <div className="flex flex-col gap-1.5">
          <Segmented
            label="Payment method"
            value={method}
            onValueChange={(next) => setValue('method', next)}
            options={toOptions({ autopay: 'Autopay', schedule: 'Scheduled payment' })}
          />
          <p className="text-ink-3 text-sm">
            {method === 'autopay'
              ? 'We collect your regular payment plus the extra amount on each due date.'
              : `A scheduled payment of ${formatMoney(amount, debt.currency)} goes out on each due date. You can edit it under Scheduled payments.`}
          </p>
        </div>
      )}
      <AccountField control={control} name="accountId" label="From" accounts={accounts} />
      <Review>
        <ReviewChange
          label="Monthly payment"
          before={sumAmounts([debt.payment, debt.autopay?.extra ?? 0])}
          after={amount}
          currency={debt.currency}
        />
        <OutcomeLines debt={debt} comparison={comparison} />
      </Review>
      <FormButtons busy={isSubmitting} onEdit={onDone}>
        Pay {formatMoney(amount, debt.currency)} a month
      </FormButtons>
    </form>
  );
}

function OutcomeLines({ debt, comparison: { baseline, outcome } }: Pick<ApplyProps, 'debt' | 'comparison'>) {
  const saved = subtractMinor(baseline.interest, outcome.interest);
  return (
    <>
      <ReviewLine label="Paid off">
        {outcome.lastDay === null ? 'now' : formatAs(dayText(outcome.lastDay), 'MMMM yyyy')}
      </ReviewLine>
      <ReviewLine label={saved < 0 ? 'More interest' : 'Interest saved'}>
        {formatMinor(absMinor(saved), debt.currency)}
      </ReviewLine>
    </>
  );
}

function FormButtons({ busy, onEdit, children }: { busy: boolean; onEdit: () => void; children: ReactNode }) {
  return (
    <>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {children}
      </Button>
      <Button variant="ghost" onClick={onEdit}>
        Edit
      </Button>
    </>
  );
}
