import { dayText } from '@engine/calendar/calendar.ts';
import { absMinor, addMinor, fromMinor, subtractMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MoneyAccount } from '@/entities/account/account-field';
import { debtMutations } from '@/entities/debt/data/calls';
import type { Debt } from '@/entities/debt/data/terms';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Segmented } from '@/ui/forms/segmented';
import { Select } from '@/ui/forms/select';
import { Dialog } from '@/ui/overlays/dialog';
import type { PlanComparison } from './compare-plans';

type DebtApplyProps = { debt: Debt; accounts: readonly MoneyAccount[]; weighing: PlanComparison };

/** Applies the evaluated extra payment after a review. */
export function DebtApply(props: DebtApplyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { weighing } = props;
  return (
    <>
      <Button
        variant="primary"
        disabled={!weighing.isOther || weighing.amount === null}
        onClick={() => setIsOpen(true)}
      >
        Apply change
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={weighing.weighed.kind === 'monthly' ? 'Pay more every month?' : 'Pay extra today?'}
        description="No money has moved yet."
      >
        {isOpen &&
          (weighing.weighed.kind === 'monthly' && weighing.isPaidByRule && !props.debt.autopay ? (
            <AlertBox
              kind="info"
              fact={`A scheduled payment already pays ${props.debt.name}.`}
              action={
                <Link to="/scheduled-payments" className="text-link">
                  Edit scheduled payment
                </Link>
              }
            >
              Raise its amount by {formatMinor(weighing.weighed.extra, props.debt.currency)}. Anything above
              the regular payment goes to principal.
            </AlertBox>
          ) : (
            <ApplyReview {...props} onDone={() => setIsOpen(false)} />
          ))}
      </Dialog>
    </>
  );
}

const OUTSIDE = '';
type Way = 'autopay' | 'rule';

function ApplyReview({ debt, accounts, weighing, onDone }: DebtApplyProps & { onDone: () => void }) {
  const { weighed, baseline, branch } = weighing;
  const usable = accounts.filter(({ currency }) => currency === debt.currency);
  const [accountId, setAccountId] = useState(debt.autopay?.accountId ?? usable[0]?.id ?? OUTSIDE);
  const [way, setWay] = useState<Way>('autopay');
  const [error, setError] = useState<string>();
  const autopay = useMutation(debtMutations.autopay);
  const schedule = useMutation(debtMutations.schedule);
  const payExtra = useMutation(debtMutations.payExtra);
  const requestId = useRequestId();
  const account = usable.find(({ id }) => id === accountId);
  const isMonthly = weighed.kind === 'monthly';
  const amount = isMonthly ? weighed.extra : weighed.amount;
  const whole = addMinor(toMinor(debt.payment), amount);
  const saved = subtractMinor(baseline.interest, branch.interest);

  async function confirm() {
    try {
      if (!isMonthly) {
        const content = {
          debtId: debt.id,
          amount: fromMinor(amount),
          accountId: account?.id ?? null,
          effect: weighed.effect,
        };
        await payExtra.mutateAsync({ ...content, requestId: requestId.for(content) });
        weighing.setAmount(0);
        toast.success(`${formatMinor(amount, debt.currency)} extra paid on ${debt.name}`);
      } else {
        if (!account) {
          setError(`Open a ${debt.currency} account first.`);
          return;
        }
        if (debt.autopay || way === 'autopay')
          await autopay.mutateAsync({ debt, autopay: { accountId: account.id, extra: fromMinor(amount) } });
        else {
          await schedule.mutateAsync({ debt, accountId: account.id, amount: fromMinor(whole) });
          weighing.setAmount(0);
        }
        toast.success(`Extra payments on ${debt.name} start ${formatTextDate(debt.nextDueDate)} on`);
      }
      onDone();
    } catch (refused) {
      setError(getRefusalMessage(refused, debt.currency) ?? undefined);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {isMonthly && !debt.autopay && (
        <div className="flex flex-col gap-1.5">
          <Segmented
            label="Payment method"
            value={way}
            onValueChange={setWay}
            options={[
              { value: 'autopay', label: 'Autopay' },
              { value: 'rule', label: 'Scheduled payment' },
            ]}
          />
          <p className="text-ink-3 text-sm">
            {way === 'autopay'
              ? 'We collect your regular payment plus the extra amount on each due date.'
              : `A scheduled payment of ${formatMinor(whole, debt.currency)} goes out on each due date. You can edit it under Scheduled payments.`}
          </p>
        </div>
      )}
      <Field label="From" error={error}>
        {(control) => (
          <Select {...control} value={accountId} onChange={(event) => setAccountId(event.target.value)}>
            {usable.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}: {formatMoney(each.balance, each.currency)}
              </option>
            ))}
            {!isMonthly && <option value={OUTSIDE}>Outside Sandbank</option>}
          </Select>
        )}
      </Field>
      <Review>
        {isMonthly ? (
          <ReviewChange
            label="Monthly payment"
            before={fromMinor(addMinor(toMinor(debt.payment), toMinor(debt.autopay?.extra ?? 0)))}
            after={fromMinor(whole)}
            currency={debt.currency}
          />
        ) : (
          <>
            <ReviewChange
              label={`Balance on ${debt.name}`}
              before={debt.owed}
              after={fromMinor(subtractMinor(toMinor(debt.owed), amount))}
              currency={debt.currency}
            />
            {account && (
              <ReviewChange
                label={account.name}
                before={account.balance}
                after={fromMinor(subtractMinor(toMinor(account.balance), amount))}
                currency={debt.currency}
              />
            )}
          </>
        )}
        {!isMonthly && weighed.effect === 'lower' && (
          <ReviewChange
            label="Monthly payment"
            before={debt.payment}
            after={fromMinor(branch.rows.find(({ kind }) => kind === 'installment')?.payment ?? ZERO)}
            currency={debt.currency}
          />
        )}
        <ReviewLine label="Paid off">{getEnd(branch.lastDay) ?? 'now'}</ReviewLine>
        <ReviewLine label={saved < 0 ? 'More interest' : 'Interest saved'}>
          {formatMinor(absMinor(saved), debt.currency)}
        </ReviewLine>
      </Review>
      <Button
        variant="primary"
        size="lg"
        busy={autopay.isPending || schedule.isPending || payExtra.isPending}
        onClick={() => void confirm()}
      >
        {isMonthly
          ? `Pay ${formatMinor(whole, debt.currency)} a month`
          : `Pay ${formatMinor(amount, debt.currency)} extra`}
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Edit
      </Button>
    </div>
  );
}

const getEnd = (day: number | null) => (day === null ? null : formatAs(dayText(day), 'MMMM yyyy'));
