import { type Minor, toMinor } from '@engine/money/minor.ts';
import { ArrowDownUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Account, maskedNumber } from '@/entities/account/queries';
import { describeShortfall, validateAmount } from '@/lib/fields';
import { formatMoney, parseAmount } from '@/lib/money';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Form } from '@/ui/forms/form';
import { LabeledInput } from '@/ui/forms/labeled';
import { Select } from '@/ui/forms/select';
import type { Plan } from './move-money';

type MoveFormProps = {
  accounts: readonly Account[];
  plan: Plan;
  /** The refusal message from the last attempt. */
  refusal: string | undefined;
  onChange: (plan: Plan) => void;
  onReview: (amount: Minor) => void;
};

export function MoveForm({ accounts, plan, refusal, onChange, onReview }: MoveFormProps) {
  const [touched, setTouched] = useState(false);
  const source = accounts.find(({ id }) => id === plan.from);
  const amount = parseAmount(plan.typed);
  const problem = problemWith(amount, plan, source);

  function review(event: FormEvent) {
    event.preventDefault();
    setTouched(true);
    if (!problem && amount !== null) onReview(amount);
  }
  /** Selects an account for one side. If the other side already has this account, swaps the two accounts. */
  function choose(side: 'from' | 'to', id: string) {
    const other = side === 'from' ? 'to' : 'from';
    onChange({ ...plan, [side]: id, ...(plan[other] === id && { [other]: plan[side] }) });
  }

  return (
    <Form onSubmit={review} verb="Review">
      <Field label="From">
        {(control) => (
          <AccountSelect
            {...control}
            accounts={accounts}
            value={plan.from}
            onValueChange={(id) => choose('from', id)}
          />
        )}
      </Field>
      <Button
        variant="ghost"
        size="sm"
        className="-my-3 self-start"
        onClick={() => onChange({ ...plan, from: plan.to, to: plan.from })}
      >
        <ArrowDownUp className="size-4" /> Swap
      </Button>
      <Field label="To">
        {(control) => (
          <AccountSelect
            {...control}
            accounts={accounts}
            value={plan.to}
            onValueChange={(id) => choose('to', id)}
          />
        )}
      </Field>
      <Field
        label="Amount"
        error={refusal ?? (touched || amount !== null ? problem : undefined)}
        hint={source && `${formatMoney(source.balance, source.currency)} available.`}
      >
        {(control) => (
          <AmountInput
            {...control}
            value={plan.typed}
            onValueChange={(typed) => onChange({ ...plan, typed })}
            currency={source?.currency}
            onBlur={() => plan.typed !== '' && setTouched(true)}
          />
        )}
      </Field>
      <LabeledInput
        label="Note"
        note="optional"
        value={plan.note}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange({ ...plan, note: event.target.value })}
      />
    </Form>
  );
}

function problemWith(amount: Minor | null, { typed }: Plan, source: Account | undefined): string | undefined {
  if (amount === null || amount <= 0) return validateAmount(typed);
  if (!source) return 'Choose an account.';
  return describeShortfall(amount, toMinor(source.balance), source.currency);
}

type AccountSelectProps = {
  id: string;
  accounts: readonly Account[];
  value: string;
  onValueChange: (id: string) => void;
};

function AccountSelect({ accounts, onValueChange, ...rest }: AccountSelectProps) {
  return (
    <Select {...rest} onChange={(event) => onValueChange(event.target.value)}>
      {accounts.map((account) => (
        <option key={account.id} value={account.id}>
          {account.name} {maskedNumber(account)}: {formatMoney(account.balance, account.currency)}
        </option>
      ))}
    </Select>
  );
}
