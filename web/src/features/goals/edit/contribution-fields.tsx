import { useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { Account } from '@/entities/account/queries';
import { formatFrequency } from '@/entities/payment/frequencies';
import { formatMoney } from '@/lib/money';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { FREQUENCIES } from '../goal-text';
import { type GoalDetails, type GoalFields, getMajor } from './goal-schema';

const BY = [
  { value: 'none', label: 'Manual' },
  { value: 'fixed', label: 'Fixed' },
  { value: 'share_of_pay', label: 'Share of paycheck' },
  { value: 'round_ups', label: 'Round-ups' },
] as const;

type ContributionFieldsProps = {
  form: UseFormReturn<GoalFields, unknown, GoalDetails>;
  /** The possible source accounts. */
  sources: readonly Account[];
  currency: string;
  /** The maximum of the slider, in major units. */
  most: number;
};

/** The automatic contribution. The slider and the amount field set the same number. */
export function ContributionFields({ form, sources, currency, most }: ContributionFieldsProps) {
  const { register, control, watch, setValue, formState } = form;
  const { errors } = formState;
  const sliderId = useId();
  const by = watch('by');
  const amount = getMajor(watch('amount'));
  return (
    <fieldset className="flex flex-col gap-5 border-line border-t pt-5">
      <legend className="sr-only">Contributions</legend>
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-sm">Contribution type</span>
        <Controller
          control={control}
          name="by"
          render={({ field }) => (
            <Segmented
              label="Contribution type"
              value={field.value}
              onValueChange={field.onChange}
              options={BY}
              className="max-sm:[&>button]:px-1"
            />
          )}
        />
      </div>
      {by === 'fixed' && (
        <>
          <AmountField
            control={control}
            name="amount"
            label={`Amount ${formatFrequency(watch('frequency'))}`}
            currency={currency}
          />
          <div className="-mt-3">
            <label htmlFor={sliderId} className="sr-only">
              Amount, by slider
            </label>
            <input
              id={sliderId}
              type="range"
              min={0}
              max={most}
              step={most > 200 ? 5 : 1}
              value={Math.min(most, amount)}
              onChange={(event) => setValue('amount', event.target.value, { shouldValidate: true })}
              aria-valuetext={formatMoney(amount, currency)}
              className="h-11 w-full cursor-pointer accent-(--accent)"
            />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Frequency">
              {(props) => (
                <Select {...props} {...register('frequency')}>
                  {FREQUENCIES.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Start date" error={errors.startDate?.message}>
              {(props) => <TextInput {...props} type="date" {...register('startDate')} />}
            </Field>
          </div>
        </>
      )}
      {by === 'share_of_pay' && (
        <Field
          label="Percent of each paycheck"
          hint="Moves right after each paycheck."
          error={errors.percent?.message}
        >
          {(props) => (
            <TextInput
              {...props}
              inputMode="decimal"
              placeholder="10"
              autoComplete="off"
              {...register('percent')}
            />
          )}
        </Field>
      )}
      {by === 'round_ups' && (
        <p className="text-ink-2 text-sm">
          We round up each purchase and move the change here at the end of the day.
        </p>
      )}
      {by !== 'none' && (
        <Field
          label="From"
          hint={sources.length === 0 && 'Open another account in this currency first.'}
          error={errors.fromAccountId?.message}
        >
          {(props) => (
            <Select {...props} {...register('fromAccountId')}>
              <option value="">Choose account</option>
              {sources.map(({ id, name, balance }) => (
                <option key={id} value={id}>
                  {name}: {formatMoney(balance, currency)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </fieldset>
  );
}
