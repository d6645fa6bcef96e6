import { fromMinor, type Minor, toMinor, ZERO } from '@engine/money/minor.ts';
import { getBiweeklyPlan } from '@engine/products/debts/biweekly.ts';
import { computeSaving } from '@engine/products/debts/debt-plans.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { AccountField, type MoneyAccount } from '@/entities/account/account-field';
import { projectDebt } from '@/entities/debt/compare-plans';
import { debtMutations } from '@/entities/debt/data/mutations';
import { extraByRules, type SimulatedDebt } from '@/entities/debt/data/plan';
import { type Debt, findPayingAccount, formatMonths } from '@/entities/debt/data/terms';
import { clockQueries } from '@/entities/household/clock-queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatListDate } from '@/lib/dates';
import { formatMinor, formatMoney, formatTypedAmount, parseAmount, sumAmounts } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Review, ReviewLine } from '@/ui/forms/review';

type DebtAutopayProps = { debt: Debt; accounts: readonly MoneyAccount[]; today: string; onDone: () => void };

/** Renders a form that sets autopay's account and extra amount, or turns autopay off. */
export function DebtAutopay({ debt, today, onDone, ...all }: DebtAutopayProps) {
  const accounts = all.accounts.filter(({ currency }) => currency === debt.currency);
  const { mutateAsync } = useMutation(debtMutations.autopay);
  const { control, submit, watch, setValue, attempt, isSubmitting } = useBankForm({
    schema: z.object({
      accountId: z.string().min(1, `Open a ${debt.currency} account first.`),
      extra: extraField(debt),
    }),
    defaults: {
      accountId: findPayingAccount(debt, accounts)?.id ?? '',
      extra: formatTypedAmount(debt.autopay?.extra || null),
    },
    mode: 'onSubmit',
    currency: debt.currency,
    refusedField: 'accountId',
    onSubmit: async (autopay) => {
      await mutateAsync({ debt, autopay });
      toast.success(`Autopay turned on for ${debt.name}`);
      onDone();
    },
  });
  const turnOff = () =>
    attempt(async () => {
      await mutateAsync({ debt, autopay: null });
      toast.success(`Autopay turned off for ${debt.name}`);
      onDone();
    });
  const account = accounts.find(({ id }) => id === watch('accountId'));
  const extra = watch('extra').trim() === '' ? ZERO : parseAmount(watch('extra'));
  const household = useQuery(clockQueries.household()).data ?? null;
  const { simulated, paidByRules } = useMemo(
    () => projectDebt(debt, household, today),
    [debt, household, today],
  );
  const { biweekly } = simulated;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <AccountField control={control} name="accountId" label="Pay from" accounts={accounts} />
      <AmountField
        control={control}
        name="extra"
        label="Extra with each payment"
        note="optional"
        hint="Extra payments lower your balance right away, so you pay off the debt sooner."
        currency={debt.currency}
      />
      {!biweekly && (
        <BiweeklyPlan
          debt={debt}
          simulated={simulated}
          byRules={extraByRules({ ...debt, autopay: {} }, paidByRules)}
          chosen={extra}
          onChoose={(amount) => setValue('extra', formatTypedAmount(fromMinor(amount)))}
        />
      )}
      {extra !== null && account && (
        <Review>
          {biweekly ? (
            <>
              <ReviewLine label={`From ${account.name} every 14 days`}>
                {formatMinor(getBiweeklyPlan(toMinor(debt.payment)).half, debt.currency)}
              </ReviewLine>
              {extra > 0 && (
                <ReviewLine label="Extra on each due date">{formatMinor(extra, debt.currency)}</ReviewLine>
              )}
            </>
          ) : (
            <ReviewLine label={`From ${account.name} every month`}>
              {formatMoney(sumAmounts([debt.payment, extra && fromMinor(extra)]), debt.currency)}
            </ReviewLine>
          )}
          <ReviewLine label={biweekly ? 'Next due date' : 'First payment'}>
            {formatListDate(debt.nextDueDate)}
          </ReviewLine>
        </Review>
      )}
      {account && account.balance < debt.payment && (
        <AlertBox fact={`${account.name} has ${formatMoney(account.balance, account.currency)} now.`}>
          If the balance is too low, the payment fails and becomes past due.
        </AlertBox>
      )}
      <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
        {debt.autopay ? 'Update autopay' : 'Turn on autopay'}
      </Button>
      {debt.autopay && (
        <Button variant="ghost" onClick={() => void turnOff()}>
          Turn off autopay
        </Button>
      )}
    </form>
  );
}

type BiweeklyPlanProps = {
  debt: Debt;
  simulated: SimulatedDebt;
  /** The amount that scheduled payments pay besides autopay, in minor units. */
  byRules: number;
  /** The chosen extra payment in minor units; null if it is invalid. */
  chosen: number | null;
  onChoose: (extra: Minor) => void;
};

/** Offers the extra payment that equals a biweekly plan, with what it saves. */
function BiweeklyPlan({ debt, simulated, byRules, chosen, onChoose }: BiweeklyPlanProps) {
  const { half, extra } = getBiweeklyPlan(toMinor(debt.payment));
  const saving = useMemo(
    () => computeSaving(simulated.terms, { extra: byRules + extra }, { extra: byRules }),
    [simulated, byRules, extra],
  );
  if (saving.interest <= 0) return null;
  const money = (amount: Minor) => formatMinor(amount, debt.currency);
  return (
    <div className="text-ink-2 text-sm">
      <p>
        Half a payment ({money(half)}) every two weeks makes 13 payments a year. {money(extra)} extra with
        each monthly payment does the same, without money waiting at the bank. It saves{' '}
        {money(saving.interest)} in interest and {formatMonths(saving.months)}.
      </p>
      <Button size="sm" className="mt-2" disabled={chosen === extra} onClick={() => onChoose(extra)}>
        Use the biweekly plan
      </Button>
    </div>
  );
}

/** Returns a field for an optional amount up to the balance owed, in major units. */
function extraField({ owed, currency }: Debt) {
  return z.string().transform((text, context) => {
    const amount = text.trim() === '' ? 0 : parseAmount(text);
    const extra = amount && fromMinor(amount);
    if (extra !== null && extra <= owed) return extra;
    const message =
      extra === null
        ? 'Enter an amount with 2 decimal places or fewer, or leave it empty.'
        : `You owe ${formatMoney(owed, currency)} in total. Enter a smaller amount.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}
