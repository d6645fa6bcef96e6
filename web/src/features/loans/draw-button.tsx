import { monthlyInterest } from '@engine/money/amortization.ts';
import { addMinor, fromMinor, toMinor } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { AccountField, type MoneyAccount } from '@/entities/account/account-field';
import { debtMutations } from '@/entities/debt/data/mutations';
import { type Debt, findPayingAccount, getAvailableCredit } from '@/entities/debt/data/terms';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { amountField } from '@/lib/fields';
import { formatExactRate, formatMinor, formatMoney } from '@/lib/money';
import { useOpenByHash } from '@/lib/navigation/use-open-by-hash';
import { useRequestId } from '@/lib/request-id';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Receipt, Review, ReviewChange, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';

type DrawProps = { debt: Debt; accounts: readonly MoneyAccount[] };

const HASHES: Record<string, 'draw'> = { '#draw': 'draw' };

/** Renders the button that draws from a line of credit, and the form with its review. */
export function DrawButton({ debt, accounts }: DrawProps) {
  const { opened, open, close, dialog } = useDialogs<'draw'>();
  const { pathname } = useLocation();
  useOpenByHash(HASHES, pathname, open);
  return (
    <>
      <Button onClick={() => open('draw')}>Draw</Button>
      <Dialog {...dialog('draw')} title={`Draw from ${debt.name}`}>
        {opened === 'draw' && <DrawFlow debt={debt} accounts={accounts} onDone={close} />}
      </Dialog>
    </>
  );
}

function DrawFlow({ debt, onDone, ...all }: DrawProps & { onDone: () => void }) {
  const { currency, name, owed, rate } = debt;
  const accounts = all.accounts.filter((account) => account.currency === currency);
  const available = getAvailableCredit(debt);
  const requestId = useRequestId();
  const draw = useMutation(debtMutations.draw);
  const { control, submit, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: drawSchema(accounts, available, currency),
    defaults: { amount: '', accountId: findPayingAccount(debt, accounts)?.id ?? '' },
    currency,
    refusedField: 'amount',
    onConfirm: ({ amount, account }) => {
      const content = { loan_id: debt.id, amount, account_id: account.id };
      return draw.mutateAsync({ ...content, request_id: requestId.for(content) });
    },
  });
  if (reviewed && draw.data)
    return (
      <Receipt onDone={onDone}>
        <strong className="font-semibold">{formatMoney(reviewed.amount, currency)} drawn.</strong> It’s in{' '}
        {reviewed.account.name}. You owe {formatMoney(draw.data.remaining_balance, currency)} on {name}.
      </Receipt>
    );
  if (reviewed) {
    const { amount, account } = reviewed;
    const after = addMinor(toMinor(owed), toMinor(amount));
    return (
      <ReviewStep
        confirm={`Draw ${formatMoney(amount, currency)} to ${account.name}`}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <Review>
          <ReviewChange
            label={account.name}
            before={account.balance}
            after={fromMinor(addMinor(toMinor(account.balance), toMinor(amount)))}
            currency={currency}
          />
          <ReviewChange label="You’ll owe" before={owed} after={fromMinor(after)} currency={currency} />
          <ReviewLine label={`Monthly interest at ${formatExactRate(rate)}`}>
            about {formatMinor(monthlyInterest(after, rate), currency)}
          </ReviewLine>
        </Review>
        <p className="text-ink-2 text-sm">
          Your home secures what you owe. Interest starts today. The rate can change each month.
        </p>
      </ReviewStep>
    );
  }
  return (
    <Form onSubmit={submit} verb="Review">
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={`Available credit: ${formatMoney(available, currency)}.`}
        size="page"
        currency={currency}
        autoFocus
      />
      <AccountField control={control} name="accountId" label="To" accounts={accounts} />
    </Form>
  );
}

function drawSchema(accounts: readonly MoneyAccount[], available: number, currency: string) {
  return z
    .object({ amount: amountField(), accountId: z.string() })
    .transform(({ amount, accountId }, context) => {
      const account = accounts.find(({ id }) => id === accountId);
      if (!account)
        context.addIssue({
          code: 'custom',
          path: ['accountId'],
          message: `Open a ${currency} account first.`,
        });
      if (amount > available)
        context.addIssue({
          code: 'custom',
          path: ['amount'],
          message: `That's more than your available credit. You can draw up to ${formatMoney(available, currency)}.`,
        });
      return account && amount <= available ? { amount, account } : z.NEVER;
    });
}
