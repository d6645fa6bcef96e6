import { fromMinor, ZERO } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { validateAmount } from '@/lib/fields';
import { formatMinor, parseAmount } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { useRequestId } from '@/lib/request-id';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { LabeledInput } from '@/ui/forms/labeled';
import { Page } from '@/ui/page';
import { Panel } from '@/ui/panel';
import { type AccountType, AccountTypePicker } from './account-type-picker';
import { CurrencySelect } from './currency-select';
import { accountMutations } from './mutations';
import { SavingsOffer } from './savings-terms';

const LONGEST_NAME = 80;

const EXAMPLES: Record<AccountType, string> = {
  CHECKING: 'Everyday Checking',
  SAVINGS: 'Rainy Day Savings',
  INVESTMENT: 'Index Fund',
};

export default function CreateAccountPage() {
  const navigate = useNavigate();
  const session = useSession();
  const requestId = useRequestId();
  const { mutateAsync, isPending } = useMutation(accountMutations.open);
  const [name, setName] = useState('');
  const [type, setType] = useState<AccountType>('CHECKING');
  const [currency, setCurrency] = useState('USD');
  const [typed, setTyped] = useState('');
  const [errors, setErrors] = useState<{ name?: string; amount?: string; form?: string }>({});
  const initial = typed === '' ? ZERO : parseAmount(typed);

  async function open(event: FormEvent) {
    event.preventDefault();
    if (session.status !== 'signed-in') {
      toast.error('You must be logged in to create an account');
      return;
    }
    const wrong = {
      ...(name.trim() === '' && { name: 'Enter an account name.' }),
      ...(initial === null && { amount: validateAmount(typed, { zero: true }) ?? 'Enter an amount.' }),
    };
    setErrors(wrong);
    if (wrong.name || initial === null) return;
    const content = { name: name.trim(), type, currency, initialBalance: fromMinor(initial) };
    try {
      const account = await mutateAsync({ ...content, requestId: requestId.for(content) });
      toast.success(`${account.name} is open`);
      await navigate(`/dashboard/accounts/${account.id}`);
    } catch (error) {
      if (!isRefusal(error)) return;
      setErrors({
        [error.code === 'BADNM' ? 'name' : error.code === 'BADAM' ? 'amount' : 'form']: error.message,
      });
    }
  }

  return (
    <Page title="Open account" className="max-w-152!">
      <Panel>
        <form onSubmit={open} noValidate className="flex flex-col gap-6">
          {errors.form && <AlertBox kind="negative" fact={errors.form} />}
          <AccountTypePicker value={type} onValueChange={setType} />
          {type === 'SAVINGS' && <SavingsOffer currency={currency} />}
          <LabeledInput
            label="Name"
            error={errors.name}
            value={name}
            maxLength={LONGEST_NAME}
            placeholder={EXAMPLES[type]}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
          <Field label="Currency">
            {(control) => <CurrencySelect {...control} value={currency} onValueChange={setCurrency} />}
          </Field>
          <Field
            label="Initial deposit"
            note="optional"
            error={errors.amount}
            hint="Pretend money. Add as much as you like."
          >
            {(control) => (
              <AmountInput {...control} value={typed} onValueChange={setTyped} currency={currency} />
            )}
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={isPending}>
            {initial !== null && initial > 0 ? `Open with ${formatMinor(initial, currency)}` : 'Open account'}
          </Button>
        </form>
      </Panel>
    </Page>
  );
}
