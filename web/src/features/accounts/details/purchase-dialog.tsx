import { fromMinor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { CATEGORIES } from '@engine/products/categories.ts';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { Account } from '@/entities/account/queries';
import { ShortfallActions } from '@/entities/account/shortfall-actions';
import { PURCHASES, TIPS } from '@/entities/hold/hold-text';
import { holdMutations } from '@/entities/hold/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { amountField } from '@/lib/fields';
import { currencySymbol, formatMoney, parseAmount } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';

const purchaseSchema = z.object({
  amount: amountField(),
  merchant: z.string().trim().min(1, 'Enter a merchant.').max(80, 'Use 80 characters or fewer.'),
  category: z.string(),
  purchase: z.string(),
  tip: z.string(),
});

/** Explains the kinds of purchases whose hold or charge differs from the price. */
const HINTS: Record<string, string> = {
  gas_pump: 'The pump holds a larger amount first, and charges the price within hours.',
  hotel: 'The hotel holds more than the price for extras, and charges the price at checkout.',
  restaurant: 'We hold the bill. The charge includes the tip.',
};

/**
 * Renders a purchase with the debit card of a checking account. The amount is pending until it is charged.
 */
export function PurchaseDialog({ account, ...dialog }: { account: Account } & DialogState) {
  return (
    <Dialog
      {...dialog}
      title={`Purchase with ${account.name}`}
      description="We hold the amount until the merchant charges it. You can cancel until then."
    >
      <PurchaseForm account={account} onDone={dialog.onClose} />
    </Dialog>
  );
}

function PurchaseForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const { id, currency, available_balance: available } = account;
  const { mutateAsync } = useMutation(holdMutations.authorize);
  const requestId = useRequestId();
  const { control, submit, watch, clearErrors, formState, isSubmitting } = useBankForm({
    schema: purchaseSchema,
    defaults: { amount: '', merchant: '', category: 'Shopping', purchase: 'store', tip: '' },
    currency,
    refusedField: 'amount',
    onSubmit: async ({ tip, ...details }) => {
      const content = { accountId: id, cardId: null, ...details, tip: getTip(details, tip) };
      const hold = await mutateAsync({ ...content, requestId: requestId.for(content) });
      toast.success(`${formatMoney(hold.amount, currency)} is pending at ${details.merchant}.`);
      onDone();
    },
  });
  const typed = watch('amount');
  const amount = typed && ` for ${currencySymbol(currency)}${typed}`;
  return (
    <Form onSubmit={submit} verb={`Buy${amount}`} busy={isSubmitting}>
      <AmountField
        control={control}
        name="amount"
        label="Price"
        hint={`${formatMoney(available, currency)} available.`}
        size="page"
        currency={currency}
        autoFocus
      />
      {formState.errors.amount && (
        <ShortfallActions
          account={account}
          amount={parseAmount(watch('amount'))}
          onCovered={() => clearErrors('amount')}
        />
      )}
      <TextField control={control} name="merchant" label="Merchant" placeholder="Corner Fuel" />
      <SelectField
        control={control}
        name="purchase"
        label="Kind of purchase"
        hint={HINTS[watch('purchase')]}
        options={PURCHASES}
      />
      {watch('purchase') === 'restaurant' && (
        <SelectField control={control} name="tip" label="Tip" options={TIPS} />
      )}
      <SelectField
        control={control}
        name="category"
        label="Category"
        options={CATEGORIES.map((category) => ({ value: category, label: category }))}
      />
    </Form>
  );
}

/** Returns the tip in major units; null if the merchant decides it. */
function getTip({ purchase, amount }: { purchase: string; amount: number }, percent: string): number | null {
  if (purchase !== 'restaurant' || percent === '') return null;
  return fromMinor(roundMinor((toMinor(amount) * Number(percent)) / 100));
}
