import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type Control, Controller, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { formatMoney, fromMinor, subtractMinor, toMinor } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { useSession } from '@/lib/session';
import { AmountInput } from '@/ui/amount-input';
import { Button } from '@/ui/button';
import { type ControlProps, Field } from '@/ui/field';
import { levelPayment, PaymentPreview } from '@/ui/payment-preview';
import { TextInput } from '@/ui/text-input';
import { type MortgageDetails, type MortgageFields, mortgageSchema } from './mortgage-schema';
import { mortgageMutations } from './mutations';
import type { Mortgage } from './queries';

const MONTHS_A_YEAR = 12;
const FIELD_OF_CODE: Record<string, keyof MortgageFields> = {
  BADAM: 'propertyValue',
  BADRT: 'interestRate',
  BADTM: 'term',
  BADFM: 'downPayment',
};

/** Takes a mortgage, or edits one. Loan amount and payment follow while its numbers are typed. */
export function MortgageForm({ mortgage, onDone }: { mortgage?: Mortgage; onDone: () => void }) {
  const session = useSession();
  const create = useMutation(mortgageMutations.create);
  const update = useMutation(mortgageMutations.update);
  const { register, control, handleSubmit, setError, watch, formState } = useForm<
    MortgageFields,
    unknown,
    MortgageDetails
  >({
    resolver: zodResolver(mortgageSchema),
    defaultValues: {
      propertyValue: typedAmount(mortgage?.property_value),
      downPayment: typedAmount(mortgage?.down_payment),
      interestRate: mortgage ? String(mortgage.interest_rate) : '',
      term: mortgage ? String(mortgage.term) : '30',
    },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const typed = mortgageSchema.safeParse(watch());
  const shown = typed.success ? loanOf(typed.data) : null;
  const save = handleSubmit(async (details) => {
    if (!mortgage && session.status !== 'signed-in') {
      toast.error('You must be logged in to create a mortgage');
      return;
    }
    try {
      if (mortgage)
        await update.mutateAsync({
          id: mortgage.id,
          monthlyPayment: levelPayment(loanOf(details)),
          ...details,
        });
      else await create.mutateAsync(details);
      toast.success(mortgage ? 'Your mortgage is saved' : 'Your mortgage is set up');
      onDone();
    } catch (error) {
      if (isRefusal(error))
        setError(
          FIELD_OF_CODE[error.code] ?? 'propertyValue',
          { message: error.message },
          { shouldFocus: true },
        );
    }
  });
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <Field label="Property value" error={errors.propertyValue?.message}>
        {(props) => <Amount field={props} control={control} name="propertyValue" />}
      </Field>
      <Field
        label="Down payment"
        error={errors.downPayment?.message}
        hint={shown && `You borrow ${formatMoney(shown.amount)}.`}
      >
        {(props) => <Amount field={props} control={control} name="downPayment" />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Rate, percent a year" error={errors.interestRate?.message}>
          {(props) => (
            <TextInput
              {...props}
              inputMode="decimal"
              placeholder="5.25"
              autoComplete="off"
              {...register('interestRate')}
            />
          )}
        </Field>
        <Field label="Term, years" error={errors.term?.message}>
          {(props) => <TextInput {...props} inputMode="numeric" autoComplete="off" {...register('term')} />}
        </Field>
      </div>
      <PaymentPreview loan={shown} />
      <Button type="submit" variant="primary" size="lg" busy={create.isPending || update.isPending}>
        {mortgage ? 'Save' : 'Take the mortgage'}
      </Button>
    </form>
  );
}

type AmountProps = {
  field: ControlProps;
  control: Control<MortgageFields, unknown, MortgageDetails>;
  name: 'propertyValue' | 'downPayment';
};

function Amount({ field, control, name }: AmountProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <AmountInput
          {...field}
          size="field"
          value={value}
          onValueChange={onChange}
          onBlur={onBlur}
          ref={ref}
        />
      )}
    />
  );
}

function loanOf({ propertyValue, downPayment, interestRate, term }: MortgageDetails) {
  const amount = fromMinor(subtractMinor(toMinor(propertyValue), toMinor(downPayment)));
  return { amount, percent: interestRate, months: term * MONTHS_A_YEAR };
}

function typedAmount(amount: number | undefined): string {
  return amount === undefined ? '' : amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
}
