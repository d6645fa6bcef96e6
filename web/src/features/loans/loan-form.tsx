import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { MoneyAccount } from '@/entities/account/account-field';
import { DebtAccountField } from '@/entities/debt/account-field';
import { DebtQuote, levelPayment } from '@/entities/debt/payment-quote';
import { isRefusal } from '@/lib/refusals';
import { useRequestId } from '@/lib/request-id';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { type LoanDetails, type LoanFields, loanSchema } from './loan-schema';
import { loanMutations } from './mutations';
import type { Loan } from './queries';

const FIELD_OF_CODE: Record<string, keyof LoanFields> = {
  BADNM: 'name',
  BADAM: 'amount',
  BADRT: 'interestRate',
  BADTM: 'term',
  NTFND: 'accountId',
  CLOSD: 'accountId',
};

type LoanFormProps = {
  /** The loan to edit; none for a new one. */
  loan?: Loan;
  /** The possible accounts for the money of a new loan. */
  accounts?: readonly MoneyAccount[];
  /** The simulated day (`yyyy-MM-dd`). */
  today: string;
  onDone: () => void;
};

/** Takes out or edits a loan. Shows its costs while the customer types. */
export function LoanForm({ loan, accounts = [], today, onDone }: LoanFormProps) {
  const session = useSession();
  const create = useMutation(loanMutations.create);
  const update = useMutation(loanMutations.update);
  const requestId = useRequestId();
  const { register, control, handleSubmit, setError, watch, formState } = useForm<
    LoanFields,
    unknown,
    LoanDetails
  >({
    resolver: zodResolver(loanSchema),
    defaultValues: {
      name: loan?.name ?? '',
      amount: loan ? loan.amount.toLocaleString('en-US', { minimumFractionDigits: 2 }) : '',
      interestRate: loan ? String(loan.interest_rate) : '',
      term: loan ? String(loan.term) : '',
      accountId: accounts[0]?.id ?? '',
    },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const paidTo = accounts.find(({ id }) => id === watch('accountId'));
  const currency = loan?.currency ?? paidTo?.currency ?? 'USD';
  const typed = loanSchema.omit({ name: true, accountId: true }).safeParse(watch());
  const quoted = typed.success
    ? { amount: typed.data.amount, percent: typed.data.interestRate, months: typed.data.term }
    : null;
  const save = handleSubmit(async (details) => {
    if (!loan && session.status !== 'signed-in') {
      toast.error('You must be logged in to create a loan');
      return;
    }
    const monthlyPayment = levelPayment({
      amount: details.amount,
      percent: details.interestRate,
      months: details.term,
    });
    try {
      const saved = loan
        ? await update.mutateAsync({ id: loan.id, monthlyPayment, ...details })
        : await create.mutateAsync({ ...details, requestId: requestId.for(details) });
      toast.success(loan ? `${saved.name} saved` : `${saved.name} created`);
      onDone();
    } catch (error) {
      if (isRefusal(error))
        setError(FIELD_OF_CODE[error.code] ?? 'name', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <Field label="Name" error={errors.name?.message}>
        {(props) => <TextInput {...props} placeholder="Car loan" autoComplete="off" {...register('name')} />}
      </Field>
      <AmountField control={control} name="amount" label="Amount" currency={currency} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="APR (%)" error={errors.interestRate?.message}>
          {(props) => (
            <TextInput
              {...props}
              inputMode="decimal"
              placeholder="6.4"
              autoComplete="off"
              {...register('interestRate')}
            />
          )}
        </Field>
        <Field label="Term (months)" error={errors.term?.message}>
          {(props) => (
            <TextInput
              {...props}
              inputMode="numeric"
              placeholder="48"
              autoComplete="off"
              {...register('term')}
            />
          )}
        </Field>
      </div>
      {!loan && accounts.length > 0 && (
        <DebtAccountField
          label="Deposit to"
          accounts={accounts}
          outside="Outside Sandbank"
          error={errors.accountId?.message}
          {...register('accountId')}
        />
      )}
      <DebtQuote loan={quoted} today={today} currency={currency} />
      <Button type="submit" variant="primary" size="lg" busy={create.isPending || update.isPending}>
        {loan ? 'Save' : 'Create loan'}
      </Button>
    </form>
  );
}
