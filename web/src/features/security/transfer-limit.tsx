import { fromMinor } from '@engine/money/minor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { validateAmount } from '@/lib/fields';
import { formatMoney, formatTypedAmount, parseAmount } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { SkeletonRows } from '@/ui/skeleton';
import { securityMutations } from './mutations';

/** An optional amount. Nothing means that there is no limit. */
const schema = z.object({
  limit: z.string().transform((typed, context) => {
    const amount = parseAmount(typed);
    if (typed.trim() === '') return null;
    const message = validateAmount(typed);
    if (message === undefined && amount !== null) return fromMinor(amount);
    context.addIssue({ code: 'custom', message: message ?? 'Enter an amount.' });
    return z.NEVER;
  }),
});

export function TransferLimit() {
  const { data: customer } = useQuery(customerQueries.me());
  return customer ? <TransferLimitForm customer={customer} /> : <SkeletonRows rows={1} />;
}

function TransferLimitForm({ customer }: { customer: Customer }) {
  const { id, base_currency: currency, daily_transfer_limit: limit } = customer;
  const { mutateAsync, isPending } = useMutation(securityMutations.setTransferLimit);
  const { control, submit } = useBankForm({
    schema,
    defaults: { limit: formatTypedAmount(limit) },
    currency,
    refusedField: 'limit',
    onSubmit: async (typed) => {
      await mutateAsync({ id, limit: typed.limit });
      toast.success(
        typed.limit === null
          ? 'Daily transfer limit removed'
          : `You can transfer up to ${formatMoney(typed.limit, currency)} per day`,
      );
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex max-w-120 flex-col gap-5">
      <AmountField
        control={control}
        name="limit"
        label="Limit per day"
        note="optional"
        hint="Applies to transfers that you make between your accounts. Leave it empty for no limit. Scheduled transfers don't count."
        currency={currency}
      />
      <Button type="submit" busy={isPending} className="self-start">
        Save limit
      </Button>
    </form>
  );
}
