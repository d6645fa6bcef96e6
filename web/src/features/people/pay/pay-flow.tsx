import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { peopleMutations } from '../mutations';
import type { Contact, PeerPayment } from '../queries';
import { LimitsLine, MoneyReview, Receipt } from './money-review';
import { FIELD_BY_CODE, moneySchema } from './people-schema';
import { AddressField, MoneyAccountField, NoteField } from './person-fields';

const CURRENCIES = ['USD', 'EUR', 'GBP'].map((code) => ({ value: code, label: code }));

export type PayFlowProps = {
  accounts: readonly Account[];
  contacts: readonly Contact[];
  address: string;
  onDone: () => void;
};

/** Renders the steps to pay someone by email address: form, review, and receipt. */
export function PayFlow({ accounts, contacts, address, onDone }: PayFlowProps) {
  const [first] = accounts;
  const { send } = useIdempotentMutation(peopleMutations.pay);
  const [sent, setSent] = useState<PeerPayment | null>(null);
  const getName = (to: string) => contacts.find((contact) => contact.address === to)?.name ?? null;
  const { control, submit, setValue, watch, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: moneySchema,
    mode: 'onTouched',
    defaults: {
      address,
      accountId: first?.id ?? '',
      amount: '',
      currency: first?.currency ?? 'USD',
      note: '',
    },
    currency: ({ currency }) => currency,
    fieldByCode: FIELD_BY_CODE,
    refusedField: 'amount',
    onConfirm: async ({ accountId, note, ...details }) => {
      const name = getName(details.address);
      setSent(await send({ ...details, account_id: accountId, note: note || null, name }));
    },
  });
  const currency = watch('currency');
  function changeCurrency(accountId: string) {
    const chosen = accounts.find(({ id }) => id === accountId);
    if (chosen) setValue('currency', chosen.currency);
  }

  if (sent) {
    const money = formatMoney(sent.amount, sent.currency);
    return (
      <Receipt fact={`${money} is on its way to ${sent.name}.`} onDone={onDone}>
        {sent.state === 'completed'
          ? 'It arrived.'
          : `We emailed ${sent.address}. If it isn't claimed in 14 simulated days, we'll return the money. You can cancel until then.`}
      </Receipt>
    );
  }
  const account = accounts.find(({ id }) => id === reviewed?.accountId);
  if (reviewed && account) {
    const name = getName(reviewed.address);
    return (
      <MoneyReview
        account={account}
        direction="out"
        amount={reviewed.amount}
        currency={reviewed.currency}
        who={`To ${name ?? 'this address'}`}
        address={reviewed.address}
        note={reviewed.note || null}
        text={`Pay ${formatMoney(reviewed.amount, reviewed.currency)} to ${name ?? reviewed.address}`}
        refusal={undefined}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onBack={edit}
      />
    );
  }
  return (
    <Form onSubmit={submit} verb="Review">
      <AddressField control={control} label="To" contacts={contacts} />
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3">
        <AmountField
          control={control}
          name="amount"
          label="Amount"
          currency={currency}
          hint={<LimitsLine currency={currency} />}
        />
        <SelectField control={control} name="currency" label="Currency" options={CURRENCIES} />
      </div>
      <MoneyAccountField control={control} label="From" accounts={accounts} onChosen={changeCurrency} />
      <NoteField control={control} />
    </Form>
  );
}
