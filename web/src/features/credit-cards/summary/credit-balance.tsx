import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type Account, accountQueries, isUsable, maskedNumber } from '@/entities/account/queries';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card } from '@/entities/card/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { Dialog } from '@/ui/overlays/dialog';

/** Renders a button that pays the credit balance of a card to an account. */
export function CreditBalance({ card }: { card: Card }) {
  const [isOpen, setIsOpen] = useState(false);
  const accounts = (useQuery(accountQueries.list()).data ?? []).filter(
    (account) => isUsable(account) && account.currency === card.currency,
  );
  if (accounts.length === 0) return null;
  return (
    <>
      <Button size="sm" className="mt-3" onClick={() => setIsOpen(true)}>
        Move to an account
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Move your credit balance">
        <CreditBalanceForm card={card} accounts={accounts} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

type CreditBalanceFormProps = {
  card: Card;
  accounts: readonly Account[];
  onDone: () => void;
};

function CreditBalanceForm({ card, accounts, onDone }: CreditBalanceFormProps) {
  const { send } = useIdempotentMutation(creditCardMutations.refundCreditBalance);
  const amount = formatMoney(-card.balance, card.currency);
  const { control, submit, isSubmitting } = useBankForm({
    schema: z.object({ account: z.string().min(1, 'Choose an account.') }),
    defaults: { account: accounts[0]?.id ?? '' },
    currency: card.currency,
    refusedField: 'account',
    onSubmit: async ({ account }) => {
      await send({ card_id: card.id, account_id: account });
      toast.success(`${amount} moved to your account`);
      onDone();
    },
  });
  return (
    <Form onSubmit={submit} verb={`Move ${amount}`} busy={isSubmitting}>
      <SelectField
        control={control}
        name="account"
        label="To"
        options={accounts.map((account) => ({
          value: account.id,
          label: `${account.name} ${maskedNumber(account)}`,
        }))}
      />
      <p className="text-ink-2 text-sm">Or keep it: your next purchases use it first.</p>
    </Form>
  );
}
