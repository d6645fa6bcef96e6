import { addMinor, fromMinor, type Minor, negateMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Account, accountQueries } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { detailMutations } from '@/entities/transaction/annotation-mutations';
import { validateAmount } from '@/lib/fields';
import { parseAmount } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Form } from '@/ui/forms/form';
import { LabeledInput } from '@/ui/forms/labeled';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Segmented } from '@/ui/forms/segmented';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { type TransactionDetails, titleOfDetail } from './queries';

type Choice = 'replace' | 'back';

const CHOICES = [
  { value: 'replace', label: 'The amount was wrong' },
  { value: 'back', label: 'It never happened' },
] as const;
const KINDS = new Set(['deposit', 'withdrawal', 'transfer']);

/** Corrects a transaction by a reversing entry after a review, because the ledger is never rewritten. */
export function EditCorrection({ row }: { row: TransactionDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  if (row.correctedBy || row.kind === 'correction') return null;
  if (row.cardId)
    return (
      <p className="text-ink-3 text-sm">
        Card charges can't be reversed. Ask the merchant for a refund, or dispute the charge from the card.
      </p>
    );
  if (!KINDS.has(row.kind))
    return (
      <p className="text-ink-3 text-sm">
        Automatic transactions can't be reversed. You can only reverse your own deposits, withdrawals, and
        transfers.
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
  const [choice, setChoice] = useState<Choice>('replace');
  const [typed, setTyped] = useState('');
  const [description, setDescription] = useState(row.description ?? '');
  const [error, setError] = useState<string>();
  const [isReviewed, setIsReviewed] = useState(false);
  const { data: accounts = [] } = useQuery(accountQueries.list());
  const { mutateAsync, isPending } = useMutation(detailMutations.correct);
  const requestId = useRequestId();
  const own = accounts.find(({ id }) => id === row.accountId);
  const other = accounts.find(({ id }) => id === row.counterAccountId);
  const payer = row.direction === 'in' && other ? other : own;
  const currency = payer?.currency ?? row.currency;
  const right = choice === 'back' ? null : parseAmount(typed);

  function review(event: FormEvent) {
    event.preventDefault();
    const problem = choice === 'replace' ? validateAmount(typed) : undefined;
    if (problem) return setError(problem);
    if (
      right !== null &&
      right === toMinor(row.amount) &&
      currency === row.currency &&
      description === (row.description ?? '')
    )
      return setError("That's already the amount.");
    setError(undefined);
    setIsReviewed(true);
  }
  async function confirm() {
    const content = {
      rowId: row.rowId,
      amount: right === null ? null : fromMinor(right),
      description: right === null ? null : description.trim() || null,
    };
    try {
      await mutateAsync({ ...content, requestId: requestId.for(content) });
      toast.success(right === null ? 'Reversed' : 'Corrected');
      onDone();
    } catch (refused) {
      const message = getRefusalMessage(refused, row.currency);
      if (!message) return;
      setError(message);
      setIsReviewed(false);
    }
  }

  if (isReviewed)
    return (
      <div className="flex flex-col gap-5">
        <CorrectionReview row={row} right={right} currency={currency} own={own} other={other} />
        <Button variant="primary" size="lg" busy={isPending} autoFocus onClick={() => void confirm()}>
          {right === null ? 'Reverse transaction' : 'Correct transaction'}
        </Button>
        <Button variant="ghost" onClick={() => setIsReviewed(false)}>
          Edit
        </Button>
      </div>
    );
  return (
    <Form onSubmit={review} verb="Review">
      <Segmented label="Reason" value={choice} onValueChange={setChoice} options={CHOICES} />
      {choice === 'replace' ? (
        <>
          <Field label="Correct amount" error={error}>
            {(control) => (
              <AmountInput
                {...control}
                size="field"
                value={typed}
                onValueChange={setTyped}
                currency={currency}
                autoFocus
              />
            )}
          </Field>
          <LabeledInput
            label="Description"
            value={description}
            maxLength={500}
            onChange={({ target }) => setDescription(target.value)}
          />
        </>
      ) : (
        error && (
          <p role="alert" className="text-negative text-sm">
            {error}
          </p>
        )
      )}
    </Form>
  );
}

type CorrectionReviewProps = {
  row: TransactionDetails;
  /** Null for a reversal without a replacement. */
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
  // Between currencies, the reversal uses the original rate and the replacement today's, so only the bank
  // knows the result.
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
