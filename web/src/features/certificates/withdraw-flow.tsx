import { markMinor } from '@engine/money/minor.ts';
import { GRACE_DAYS, MIN_CERTIFICATE } from '@engine/products/accounts/certificate-terms.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { AccountField } from '@/entities/account/account-field';
import type { Account } from '@/entities/account/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { amountField } from '@/lib/fields';
import { formatMinor, formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Receipt, Review, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { SegmentedField } from '@/ui/forms/segmented-field';
import { certificateMutations } from './queries';

type WithdrawProps = {
  account: Account;
  /** The customer's accounts that can receive the money. */
  receivers: readonly Account[];
  onDone: () => void;
};

/** The figures of a withdrawal that the customer confirms. */
type Reviewed = {
  withdrawn: number;
  interest: number;
  penalty: number;
  payout: number;
  remaining: number;
  in_grace: boolean;
  /** False if everything is withdrawn. */
  isPart: boolean;
  to: string;
};

const schema = z
  .object({ part: z.enum(['all', 'some']), amount: z.string(), to: z.string().min(1, 'Choose an account.') })
  .transform(({ part, amount, to }, context) => {
    if (part === 'all') return { amount: null, to };
    const parsed = amountField().safeParse(amount);
    if (parsed.success) return { amount: parsed.data, to };
    for (const { message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path: ['amount'], message });
    return z.NEVER;
  });

/** Lets the customer withdraw from a CD: choose the amount, see the exact penalty, and confirm it. */
export function WithdrawFlow({ account, receivers, onDone }: WithdrawProps) {
  const { id, name, currency } = account;
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const edit = () => setReviewed(null);
  const quote = useMutation(certificateMutations.quote);
  const withdraw = useIdempotentMutation(certificateMutations.withdraw);
  const { control, submit, watch, attempt, isSubmitting } = useBankForm({
    schema,
    defaults: { part: 'all' as 'all' | 'some', amount: '', to: receivers[0]?.id ?? '' },
    mode: 'onSubmit',
    currency,
    fieldByCode: { BADAM: 'amount' },
    refusedField: 'to',
    onSubmit: async ({ amount, to }) => {
      const figures = await quote.mutateAsync({ account_id: id, ...(amount !== null && { amount }) });
      setReviewed({ ...figures, isPart: amount !== null, to });
    },
    onRefused: edit,
  });
  const confirm = ({ isPart, withdrawn, penalty, to }: Reviewed) =>
    attempt(() =>
      withdraw.send({
        account_id: id,
        to_account_id: to,
        penalty,
        ...(isPart && { amount: withdrawn }),
      }),
    );
  const money = (amount: number) => formatMoney(amount, currency);
  const receiver = receivers.find((other) => other.id === (reviewed?.to ?? ''));

  if (receivers.length === 0)
    return <p>Open a checking or savings account in {currency} first. It receives the money.</p>;
  if (reviewed && withdraw.data)
    return (
      <Receipt onDone={onDone}>
        <strong className="font-semibold">{money(reviewed.payout)} withdrawn.</strong>{' '}
        {withdraw.data.closed_at ? `${name} is closed.` : `${name} balance: ${money(withdraw.data.balance)}.`}
      </Receipt>
    );
  if (reviewed) {
    const { withdrawn, interest, penalty, payout, remaining, in_grace, isPart } = reviewed;
    return (
      <ReviewStep
        confirm={penalty > 0 ? `Withdraw and pay ${money(penalty)}` : `Withdraw ${money(payout)}`}
        busy={withdraw.isPending}
        onConfirm={() => void confirm(reviewed)}
        onEdit={edit}
      >
        <Review>
          <ReviewLine label="From the CD">{money(withdrawn)}</ReviewLine>
          {interest > 0 && <ReviewLine label="Interest until today">{money(interest)}</ReviewLine>}
          <ReviewLine label="Early withdrawal penalty">{money(penalty === 0 ? 0 : -penalty)}</ReviewLine>
          <ReviewLine label={`You receive in ${receiver?.name ?? 'your account'}`}>
            {money(payout)}
          </ReviewLine>
          {isPart && <ReviewLine label="Stays in the CD">{money(remaining)}</ReviewLine>}
        </Review>
        <p className="text-ink-2 text-sm">
          {in_grace && `The CD matured less than ${GRACE_DAYS} days ago, so there is no penalty. `}
          {!isPart && 'This closes the CD.'}
          {isPart && !in_grace && 'The penalty is taken from the CD.'}
        </p>
      </ReviewStep>
    );
  }
  return (
    <Form onSubmit={submit} verb="Review" busy={isSubmitting}>
      <SegmentedField
        control={control}
        name="part"
        label="How much"
        options={[
          { value: 'all', label: 'Everything' },
          { value: 'some', label: 'Part of the balance' },
        ]}
      />
      {watch('part') === 'some' && (
        <AmountField
          control={control}
          name="amount"
          label="Amount"
          hint={`At least ${formatMinor(markMinor(MIN_CERTIFICATE), currency)} must stay in the CD.`}
          size="page"
          currency={currency}
        />
      )}
      <AccountField control={control} name="to" label="To" accounts={receivers} />
    </Form>
  );
}
