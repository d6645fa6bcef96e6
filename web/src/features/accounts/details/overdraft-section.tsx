import { markMinor } from '@engine/money/minor.ts';
import { OVERDRAFT_LIMIT } from '@engine/products/accounts/overdraft-terms.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { findCoveringAccount } from '@/entities/account/overdraft-cover';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatMinor } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Form } from '@/ui/forms/form';
import { Dialog } from '@/ui/overlays/dialog';
import { usePanelParameter } from '@/ui/overlays/use-panel-parameter';
import { Section } from '@/ui/page';
import { accountMutations } from '../mutations';
import { getCoveringAccounts, getOverdraftArguments, readDraft } from '../overdraft-choice';
import { describeProduct, OverdraftFields, PRODUCT_NAMES } from '../overdraft-fields';

type OverdraftProps = { account: Account; accounts: readonly Account[] };

/**
 * Renders what happens if a payment is more than the balance of a checking account, and lets the customer
 * change it.
 */
export function OverdraftSection({ account, accounts }: OverdraftProps) {
  const [shown, show] = usePanelParameter('overdraft');
  return (
    <Section title="Overdraft" className="mt-12">
      <div className="flex items-start justify-between gap-x-6">
        <p className="max-w-prose">{describeChoice({ account, accounts })}</p>
        <Button
          size="sm"
          className="shrink-0"
          aria-label="Change overdraft choice"
          onClick={() => show('change')}
        >
          Change
        </Button>
      </div>
      <Dialog open={shown !== null} onClose={() => show(null)} title={`Overdraft: ${account.name}`}>
        <OverdraftForm account={account} accounts={accounts} onDone={() => show(null)} />
      </Dialog>
    </Section>
  );
}

function describeChoice({ account, accounts }: OverdraftProps): string {
  const money = (minor: number) => formatMinor(markMinor(minor), account.currency);
  const { choice, product, cards } = readDraft(account, []);
  if (choice === 'covered') {
    const covered = cards
      ? 'payments, withdrawals, and purchases'
      : 'bills, but no withdrawals or purchases,';
    return `We cover ${covered} down to ${money(-OVERDRAFT_LIMIT)}. ${PRODUCT_NAMES[product]}: ${describeProduct(product, money)}`;
  }
  if (choice === 'decline')
    return 'We decline payments that are more than your available balance. We charge no fee.';
  const savings = findCoveringAccount(account, accounts);
  return savings
    ? `If a payment is more than your balance, we transfer the missing amount from ${savings.name}, once a day. No fee.`
    : 'We decline payments that are more than your available balance, because the savings account that covered them is no longer available. Choose another one.';
}

function OverdraftForm({ account, accounts, onDone }: OverdraftProps & { onDone: () => void }) {
  const savings = getCoveringAccounts(accounts, account.currency);
  const [draft, setDraft] = useState(() => readDraft(account, savings));
  const { mutate, isPending, error } = useMutation(accountMutations.setOverdraft);
  const refusal = getRefusalMessage(error, account.currency);
  function save() {
    mutate(
      { account_id: account.id, choice: draft.choice, ...getOverdraftArguments(draft) },
      {
        onSuccess: () => {
          toast.success(`Overdraft choice saved for ${account.name}`);
          onDone();
        },
      },
    );
  }
  return (
    <Form
      verb="Save"
      busy={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <OverdraftFields draft={draft} currency={account.currency} savings={savings} onChange={setDraft} />
      {refusal && (
        <p role="alert" className="text-negative">
          {refusal}
        </p>
      )}
    </Form>
  );
}
