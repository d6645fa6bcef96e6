import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { AmountInput } from '@/ui/amount-input';
import { Field } from '@/ui/field';
import type { ApplicationFields } from './application-schema';

/** What every step is given of the form. */
export type StepProps = {
  control: Control<ApplicationFields>;
  register: UseFormRegister<ApplicationFields>;
  errors: FieldErrors<ApplicationFields>;
  values: ApplicationFields;
};

type AmountName = 'price' | 'downPayment' | 'loanAmount' | 'annualIncome' | 'monthlyDebt';

export function AmountField({
  name,
  label,
  hint,
  note,
  control,
  errors,
}: Pick<StepProps, 'control' | 'errors'> & {
  name: AmountName;
  label: string;
  hint?: React.ReactNode;
  note?: string;
}) {
  return (
    <Field label={label} note={note} hint={hint} error={errors[name]?.message}>
      {(props) => (
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <AmountInput
              {...props}
              size="field"
              value={value}
              onValueChange={onChange}
              onBlur={onBlur}
              ref={ref}
            />
          )}
        />
      )}
    </Field>
  );
}
