import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatMoney } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { useRequestId } from '@/lib/request-id';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { LabeledInput, LabeledSelect } from '@/ui/forms/labeled';
import { peopleMutations } from '../mutations';
import type { Contact, PeerPayment } from '../queries';
import { LimitsLine, MoneyReview, Receipt } from './money-review';
import { FIELD_BY_CODE, type MoneyDetails, type MoneyFields, moneySchema } from './people-schema';
import { AccountOptions, AddressField } from './person-fields';

const CURRENCIES = ['USD', 'EUR', 'GBP'];
type PayFlowProps = {
  accounts: readonly Account[];
  contacts: readonly Contact[];
  address: string;
  onDone: () => void;
};

/** Pays someone by email address: form, review, and receipt. */
export function PayFlow({ accounts, contacts, address, onDone }: PayFlowProps) {
  const [first] = accounts;
  const pay = useMutation(peopleMutations.pay);
  const requestId = useRequestId();
  const [reviewed, setReviewed] = useState<MoneyDetails | null>(null);
  const [sent, setSent] = useState<PeerPayment | null>(null);
  const { register, control, handleSubmit, setError, setValue, watch, formState } = useForm<
    MoneyFields,
    unknown,
    MoneyDetails
  >({
    resolver: zodResolver(moneySchema),
    defaultValues: {
      address,
      accountId: first?.id ?? '',
      amount: '',
      currency: first?.currency ?? 'USD',
      note: '',
    },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const currency = watch('currency');
  const getName = (to: string) => contacts.find((contact) => contact.address === to)?.name ?? null;

  function send(details: MoneyDetails) {
    const content = { ...details, note: details.note || null, name: getName(details.address) };
    pay.mutate(
      { ...content, requestId: requestId.for(content) },
      {
        onSuccess: setSent,
        onError: (error) => {
          if (!isRefusal(error)) return;
          setReviewed(null);
          const message = getRefusalMessage(error, details.currency) ?? error.message;
          setError(FIELD_BY_CODE[error.code] ?? 'amount', { message });
        },
      },
    );
  }

  if (sent) {
    const money = formatMoney(sent.amount, sent.currency);
    return (
      <Receipt fact={`${money} is on its way to ${sent.name}.`} onDone={onDone}>
        {sent.state === 'completed'
          ? 'It arrived.'
          : `We emailed ${sent.address}. If it isn't claimed in 14 simulated days, we return it. You can cancel until then.`}
      </Receipt>
    );
  }
  const account = accounts.find(({ id }) => id === reviewed?.accountId);
  if (reviewed && account) {
    const name = getName(reviewed.address) ?? reviewed.address;
    return (
      <MoneyReview
        account={account}
        direction="out"
        amount={reviewed.amount}
        currency={reviewed.currency}
        who={`To ${getName(reviewed.address) ?? 'this address'}`}
        address={reviewed.address}
        note={reviewed.note || null}
        words={`Pay ${formatMoney(reviewed.amount, reviewed.currency)} to ${name}`}
        refusal={undefined}
        busy={pay.isPending}
        onConfirm={() => send(reviewed)}
        onBack={() => setReviewed(null)}
      />
    );
  }
  return (
    <Form onSubmit={handleSubmit(setReviewed)} verb="Review">
      <AddressField
        register={register}
        name="address"
        label="To"
        contacts={contacts}
        error={errors.address?.message}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3">
        <AmountField
          control={control}
          name="amount"
          label="Amount"
          currency={currency}
          hint={<LimitsLine currency={currency} />}
        />
        <LabeledSelect label="Currency" error={errors.currency?.message} {...register('currency')}>
          {CURRENCIES.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </LabeledSelect>
      </div>
      <LabeledSelect
        label="From"
        error={errors.accountId?.message}
        {...register('accountId', {
          onChange: ({ target }: { target: HTMLSelectElement }) => {
            const chosen = accounts.find(({ id }) => id === target.value);
            if (chosen) setValue('currency', chosen.currency);
          },
        })}
      >
        <AccountOptions accounts={accounts} />
      </LabeledSelect>
      <LabeledInput
        label="Note"
        note="optional, visible to them"
        error={errors.note?.message}
        autoComplete="off"
        maxLength={140}
        {...register('note')}
      />
    </Form>
  );
}
