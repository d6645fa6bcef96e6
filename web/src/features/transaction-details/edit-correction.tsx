import { addMinor, fromMinor, type Minor, negateMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type Account, accountQueries } from '@/entities/account/queries';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { detailMutations } from '@/entities/transaction/annotation-mutations';
import { amountField } from '@/lib/fields';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Review, ReviewChange, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { SegmentedField } from '@/ui/forms/segmented-field';
import { toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { type TransactionDetails, titleOfDetail } from './queries';

const CHOICES = toOptions({ replace: 'The amount was wrong', back: 'It never happened' });
const KINDS = new Set(['deposit', 'check_deposit', 'withdrawal', 'transfer']);

/**
 * Renders the form that corrects a transaction. After a review, the bank posts a reversing entry, because the
 * ledger is append-only.
 */
export function EditCorrection({ row }: { row: TransactionDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  if (row.correctedBy || row.kind === 'correction') return null;
  if (row.cardId)
    return (
      <p className="text-ink-3 text-sm">
        Card charges can't be reversed. Return the purchase, or dispute the charge from the card.
      </p>
    );
  if (!KINDS.has(row.kind))
    return (
      <p className="text-ink-3 text-sm">
        We can't reverse automatic transactions. You can reverse only deposits, withdrawals, and transfers you
        made yourself.
      </p>
    );
  return (
    <>
      <Button size="sm" className="self-start" onClick={() => setIsOpen(true)}>
        Correct transaction
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Correct ${titleOfDetail(row)}`}
        description="The mistake and its correction stay in your history. Neither counts as spending or income."
      >
        <CorrectionForm row={row} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function CorrectionForm({ row, onDone }: { row: TransactionDetails; onDone: () => void }) {
  const { data: accounts = [] } = useQuery(accountQueries.list());
  const { send } = useIdempotentMutation(detailMutations.correct);
  const own = accounts.find(({ id }) => id === row.accountId);
  const other = accounts.find(({ id }) => id === row.counterAccountId);
  const payer = row.direction === 'in' && other ? other : own;
  const currency = payer?.currency ?? row.currency;
  const { control, submit, watch, formState, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: correctionSchema(row, currency),
    defaults: { choice: 'replace', amount: '', description: row.description ?? '' },
    currency: row.currency,
    refusedField: 'amount',
    onConfirm: async ({ amount, description }) => {
      await send({ transaction_key: row.rowId, right_amount: amount, description });
      toast.success(amount === null ? 'Reversed' : 'Corrected');
      onDone();
    },
  });

  if (reviewed)
    return (
      <ReviewStep
        confirm={reviewed.amount === null ? 'Reverse transaction' : 'Correct transaction'}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <CorrectionReview
          row={row}
          right={reviewed.amount === null ? null : toMinor(reviewed.amount)}
          currency={currency}
          own={own}
          other={other}
        />
      </ReviewStep>
    );
  const problem = formState.errors.amount?.message;
  return (
    <Form onSubmit={submit} verb="Review">
      <SegmentedField control={control} name="choice" label="Reason" options={CHOICES} />
      {watch('choice') === 'replace' ? (
        <>
          <AmountField control={control} name="amount" label="Correct amount" currency={currency} autoFocus />
          <TextField
            control={control}
            name="description"
            label="Description"
            autoComplete={undefined}
            maxLength={500}
          />
        </>
      ) : (
        problem && (
          <p role="alert" className="text-negative text-sm">
            {problem}
          </p>
        )
      )}
    </Form>
  );
}

/**
 * Returns the schema of the form. The parsed values are the correct amount in major units and the
 * description. Both values are null if the transaction is only reversed.
 */
function correctionSchema(row: TransactionDetails, currency: string) {
  return z
    .object({ choice: z.enum(['replace', 'back']), amount: z.string(), description: z.string() })
    .transform(({ choice, ...typed }, context) => {
      if (choice === 'back') return { amount: null, description: null };
      const amount = amountField().safeParse(typed.amount);
      const isSame =
        amount.data === row.amount &&
        currency === row.currency &&
        typed.description === (row.description ?? '');
      const message =
        amount.error?.issues[0]?.message ??
        (isSame && 'Nothing changed. Enter a different amount or description.');
      if (amount.success && !message)
        return { amount: amount.data, description: typed.description.trim() || null };
      context.addIssue({ code: 'custom', path: ['amount'], message: message || undefined });
      return z.NEVER;
    });
}

type CorrectionReviewProps = {
  row: TransactionDetails;
  /** The correct amount; null if the transaction is only reversed. */
  right: Minor | null;
  currency: string;
  own: Account | undefined;
  other: Account | undefined;
};

function CorrectionReview({ row, right, currency, own, other }: CorrectionReviewProps) {
  const was = toMinor(row.amount);
  const isIn = row.direction === 'in';
  const change = addMinor(isIn ? negateMinor(was) : was, isIn ? (right ?? ZERO) : negateMinor(right ?? ZERO));
  const sides = [
    { account: own, change },
    { account: other, change: negateMinor(change) },
  ];
  // If the currencies differ, the reversal uses the original rate and the replacement uses today's rate. Only
  // the bank can compute the result.
  const isPreviewed = !other || other.currency === own?.currency;
  return (
    <Review>
      <ReviewLine label="Reversed">
        <Money amount={isIn ? -row.amount : row.amount} currency={row.currency} signed />
      </ReviewLine>
      {right !== null && (
        <ReviewLine label="Correction">
          <Money amount={isIn ? fromMinor(right) : -fromMinor(right)} currency={currency} signed />
        </ReviewLine>
      )}
      {isPreviewed &&
        sides.map(
          (side) =>
            side.account && (
              <ReviewChange
                key={side.account.id}
                label={side.account.name}
                before={side.account.balance}
                after={fromMinor(addMinor(toMinor(side.account.balance), side.change))}
                currency={side.account.currency}
              />
            ),
        )}
    </Review>
  );
}
