import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { Field } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { TextInput } from '@/ui/forms/text-input';
import type { AutoDepositDetails, AutoDepositFields } from './auto-deposit-schema';

const ENDS = [
  { value: 'never', label: 'Never' },
  { value: 'date', label: 'On a date' },
  { value: 'times', label: 'After a number of deposits' },
] as const;

/** Chooses when a rule ends: never, on a day, or after a number of deposits. */
export function EndFields({
  control,
  register,
  ends,
  errors,
}: {
  control: Control<AutoDepositFields, unknown, AutoDepositDetails>;
  register: UseFormRegister<AutoDepositFields>;
  ends: AutoDepositFields['ends'];
  errors: FieldErrors<AutoDepositFields>;
}) {
  return (
    <div className="flex flex-col gap-3">
      <p aria-hidden className="-mb-1.5 font-medium text-sm">
        Ends
      </p>
      <Controller
        control={control}
        name="ends"
        render={({ field: { value, onChange } }) => (
          <Segmented label="Ends" value={value} onValueChange={onChange} options={ENDS} />
        )}
      />
      {ends === 'date' && (
        <Field label="End date" error={errors.endDate?.message}>
          {(props) => <TextInput {...props} type="date" {...register('endDate')} />}
        </Field>
      )}
      {ends === 'times' && (
        <Field label="Number of deposits" hint="Counted from the start date." error={errors.times?.message}>
          {(props) => (
            <TextInput
              {...props}
              inputMode="numeric"
              placeholder="12"
              autoComplete="off"
              {...register('times')}
            />
          )}
        </Field>
      )}
    </div>
  );
}
