import { fromMinor, type Minor, minMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { AccountField, OUTSIDE } from '@/entities/account/account-field';
import {
  CoverChange,
  type CoveredAccount,
  CoverNote,
  findCover,
  getAvailableOverdraft,
  getBalanceAfter,
} from '@/entities/account/overdraft-cover';
import { ShortfallActions } from '@/entities/account/shortfall-actions';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { amountField, describeShortfall } from '@/lib/fields';
import { formatMinor, formatMoney, formatTypedAmount, parseAmount } from '@/lib/money';
import type { QueuedMovement } from '@/lib/offline/queue';
import { useRequestId } from '@/lib/request-id';
import { AlertBox } from '@/ui/alert-box';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Receipt, Review, ReviewChange, ReviewStep } from '@/ui/forms/review';

export type Payment = QueuedMovement & { amount: number; accountId: string | null; requestId: string };

type PaymentFlowProps = {
  /** The name of the card or debt, such as "Tide Card". */
  name: string;
  /** The balance owed in major units. */
  owed: number;
  currency: string;
  accounts: readonly CoveredAccount[];
  /** The suggested amounts, such as the monthly payment. Amounts above the balance are omitted. */
  suggestions: readonly { label: string; amount: number }[];
  /** The amount that the form starts with, in major units. */
  initialAmount?: number;
  /**
   * If true, reduces an amount above the balance to the balance and informs the customer, instead of refusing
   * it.
   */
  lowers?: boolean;
  /** A remark below the form and in the review. The receipt omits it. */
  note?: ReactNode;
  /** Makes the payment and returns the remaining balance. Throws the bank's refusal. */
  onPay: (payment: Payment) => Promise<number>;
  onDone: () => void;
};

/** Renders the three steps of a payment: amount and account, review with both balances, and receipt. */
export function PaymentFlow({
  suggestions,
  initialAmount,
  onPay,
  onDone,
  lowers = false,
  note,
  ...debt
}: PaymentFlowProps) {
  const { name, owed, currency } = debt;
  const accounts = debt.accounts.filter((account) => account.currency === currency);
  const [left, setLeft] = useState<number | null>(null);
  const requestId = useRequestId();
  const toText = (amount: Minor) => `Pay ${formatMinor(amount, currency)} to ${name}`;
  const form = useReviewedForm({
    schema: paymentSchema({ owed: toMinor(owed), currency, accounts, lowers }),
    defaults: { amount: formatTypedAmount(initialAmount), accountId: accounts[0]?.id ?? OUTSIDE },
    currency,
    refusedField: 'amount',
    onConfirm: async ({ amount, account }) => {
      const content = { name, amount: fromMinor(amount), accountId: account?.id ?? null };
      setLeft(
        await onPay({
          amount: content.amount,
          accountId: content.accountId,
          requestId: requestId.for(content),
          text: toText(amount),
          currency,
        }),
      );
    },
    onQueued: onDone,
  });
  const { control, submit, setValue, getValues, watch, isSubmitting, reviewed, edit } = form;

  if (reviewed && left !== null)
    return (
      <Receipt onDone={onDone}>
        <strong className="font-semibold">{formatMinor(reviewed.amount, currency)} paid.</strong>{' '}
        {left === 0 ? `${name} is paid off.` : `You owe ${formatMoney(left, currency)} on ${name}.`}
      </Receipt>
    );
  if (reviewed)
    return (
      <ReviewStep
        confirm={toText(reviewed.amount)}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        {parseAmount(getValues('amount')) !== reviewed.amount && (
          <AlertBox kind="info" fact={`You only owe ${formatMoney(owed, currency)}.`}>
            We lowered your payment to this amount.
          </AlertBox>
        )}
        <PaymentReview {...debt} {...reviewed} accounts={accounts} />
        {note}
      </ReviewStep>
    );
  return (
    <Form onSubmit={submit} verb="Review" below={note}>
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={`You owe ${formatMoney(owed, currency)}.`}
        size="page"
        currency={currency}
        autoFocus
      />
      <div className="-mt-2 flex flex-wrap gap-2">
        {suggestions
          .filter(({ amount }) => amount > 0 && amount <= owed)
          .map(({ label, amount }) => (
            <button
              key={label}
              type="button"
              onClick={() => setValue('amount', formatTypedAmount(amount))}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-1 border border-ink-3 border-dashed px-2.5 text-sm hover:bg-sunken pointer-coarse:min-h-11"
            >
              {label} <span className="figures font-medium">{formatMoney(amount, currency)}</span>
            </button>
          ))}
      </div>
      <AccountField control={control} name="accountId" label="From" accounts={accounts} hasOutside />
      {form.formState.errors.amount && (
        <ShortfallActions
          account={accounts.find(({ id }) => id === watch('accountId'))}
          amount={getPaidAmount(watch('amount'), owed, lowers)}
          onCovered={() => form.clearErrors('amount')}
        />
      )}
    </Form>
  );
}

type PaymentReviewProps = Pick<PaymentFlowProps, 'name' | 'owed' | 'currency' | 'accounts'> & {
  amount: Minor;
  account: CoveredAccount | undefined;
};

const findPaymentCover = (
  account: CoveredAccount | undefined,
  accounts: readonly CoveredAccount[],
  amount: Minor,
) =>
  account && findCover(account, accounts, { amount, overdraft: getAvailableOverdraft(account, 'payment') });

/** Renders the balances of a debt and of the paying account before and after a payment. */
export function PaymentReview({ name, owed, currency, accounts, amount, account }: PaymentReviewProps) {
  const cover = findPaymentCover(account, accounts, amount);
  const left = fromMinor(subtractMinor(toMinor(owed), amount));
  return (
    <>
      <Review>
        <ReviewChange label={`Balance on ${name}`} before={owed} after={left} currency={currency} />
        <CoverChange cover={cover} currency={currency} />
        {account && (
          <ReviewChange
            label={account.name}
            before={account.balance}
            after={getBalanceAfter(account.balance, amount, cover)}
            currency={currency}
          />
        )}
      </Review>
      {account && <CoverNote account={account} cover={cover} />}
    </>
  );
}

/** Returns the amount to pay in minor units; null if it is invalid or above the balance owed. */
function getPaidAmount(typed: string, owed: number, lowers: boolean): Minor | null {
  const amount = parseAmount(typed);
  if (amount === null || amount <= toMinor(owed)) return amount;
  return lowers ? toMinor(owed) : null;
}

type PaymentRules = { owed: Minor; currency: string; accounts: readonly CoveredAccount[]; lowers: boolean };

function paymentSchema({ owed, currency, accounts, lowers }: PaymentRules) {
  return z.object({ amount: amountField(), accountId: z.string() }).transform((typed, context) => {
    const account = accounts.find(({ id }) => id === typed.accountId);
    const amount = lowers && owed > 0 ? minMinor(toMinor(typed.amount), owed) : toMinor(typed.amount);
    const problem =
      amount > owed
        ? `That's more than you owe. Your balance is ${formatMinor(owed, currency)}.`
        : account &&
          !findPaymentCover(account, accounts, amount) &&
          describeShortfall(amount, toMinor(account.available_balance), currency);
    if (!problem) return { amount, account };
    context.addIssue({ code: 'custom', path: ['amount'], message: problem });
    return z.NEVER;
  });
}
