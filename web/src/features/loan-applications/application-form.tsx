import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Control, Controller, useForm } from 'react-hook-form';
import { isRefusal } from '@/lib/refusals';
import { AmountInput } from '@/ui/amount-input';
import { Button } from '@/ui/button';
import { type ControlProps, Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { TextInput } from '@/ui/text-input';
import {
  type ApplicationDetails,
  type ApplicationFields,
  applicationSchema,
  EMPLOYMENTS,
  LOAN_TYPES,
} from './application-schema';
import { loanApplicationMutations } from './mutations';

const DRAFT_KEY = 'sandbank-loan-application';
const EMPTY: ApplicationFields = {
  applicantName: '',
  loanType: 'PERSONAL',
  loanAmount: '',
  termMonths: '36',
  purpose: '',
  annualIncome: '',
  employmentStatus: 'EMPLOYED',
  monthlyDebt: '0.00',
};

/** A long form: what is typed is kept in this tab until it is sent. */
export function ApplicationForm({ onSubmitted }: { onSubmitted: () => void }) {
  const { mutateAsync, isPending } = useMutation(loanApplicationMutations.submit);
  const { register, control, handleSubmit, setError, watch, formState } = useForm<
    ApplicationFields,
    unknown,
    ApplicationDetails
  >({
    resolver: zodResolver(applicationSchema),
    defaultValues: readDraft(),
    mode: 'onTouched',
  });
  const { errors } = formState;
  useEffect(() => {
    const subscription = watch((values) => sessionStorage.setItem(DRAFT_KEY, JSON.stringify(values)));
    return () => subscription.unsubscribe();
  }, [watch]);
  const submit = handleSubmit(async (details) => {
    try {
      await mutateAsync(details);
      sessionStorage.removeItem(DRAFT_KEY);
      onSubmitted();
    } catch (error) {
      if (isRefusal(error)) setError('loanAmount', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Your name" error={errors.applicantName?.message}>
        {(props) => <TextInput {...props} autoComplete="name" {...register('applicantName')} />}
      </Field>
      <Field label="What is it for?">
        {(props) => (
          <Select {...props} {...register('loanType')}>
            {LOAN_TYPES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Amount" error={errors.loanAmount?.message}>
          {(props) => <Amount field={props} control={control} name="loanAmount" />}
        </Field>
        <Field label="Term, months" error={errors.termMonths?.message}>
          {(props) => (
            <TextInput {...props} inputMode="numeric" autoComplete="off" {...register('termMonths')} />
          )}
        </Field>
      </div>
      <Field label="In your own words" note="optional" error={errors.purpose?.message}>
        {(props) => (
          <TextInput
            {...props}
            placeholder="A used car to get to work"
            autoComplete="off"
            {...register('purpose')}
          />
        )}
      </Field>
      <Field label="Employment">
        {(props) => (
          <Select {...props} {...register('employmentStatus')}>
            {EMPLOYMENTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Income a year" error={errors.annualIncome?.message} hint="Before tax.">
          {(props) => <Amount field={props} control={control} name="annualIncome" />}
        </Field>
        <Field
          label="Other debts a month"
          error={errors.monthlyDebt?.message}
          hint="Outside this bank. Ours we know."
        >
          {(props) => <Amount field={props} control={control} name="monthlyDebt" />}
        </Field>
      </div>
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        Submit the application
      </Button>
    </form>
  );
}

type AmountProps = {
  field: ControlProps;
  control: Control<ApplicationFields, unknown, ApplicationDetails>;
  name: 'loanAmount' | 'annualIncome' | 'monthlyDebt';
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

function readDraft(): ApplicationFields {
  try {
    return {
      ...EMPTY,
      ...(JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '{}') as Partial<ApplicationFields>),
    };
  } catch {
    return EMPTY;
  }
}
