import type { UseFormReturn } from 'react-hook-form';
import { getAccountOptions } from '@/entities/account/account-field';
import type { Account } from '@/entities/account/queries';
import { formatFrequency } from '@/entities/payment/frequencies';
import { formatMoney } from '@/lib/money';
import { AmountField } from '@/ui/forms/amount-field';
import { SegmentedField } from '@/ui/forms/segmented-field';
import { SelectField } from '@/ui/forms/select-field';
import { Slider } from '@/ui/forms/slider';
import { TextField } from '@/ui/forms/text-field';
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
  /** The highest value of the slider, in major units. */
  most: number;
};

/** Renders the fields of the automatic contribution. The slider and the amount field set the same number. */
export function ContributionFields({ form, sources, currency, most }: ContributionFieldsProps) {
  const { control, watch, setValue } = form;
  const by = watch('by');
  const amount = getMajor(watch('amount'));
  return (
    <fieldset className="flex flex-col gap-5 border-line border-t pt-5">
      <legend className="sr-only">Contributions</legend>
      <SegmentedField
        control={control}
        name="by"
        label="Contribution type"
        showsLabel
        options={BY}
        className="max-sm:[&>button]:px-1"
      />
      {by === 'fixed' && (
        <>
          <AmountField
            control={control}
            name="amount"
            label={`Amount ${formatFrequency(watch('frequency'))}`}
            currency={currency}
          />
          <Slider
            label="Amount slider"
            hidesLabel
            max={most}
            step={most > 200 ? 5 : 1}
            value={Math.min(most, amount)}
            valueText={formatMoney(amount, currency)}
            onValueChange={(value) => setValue('amount', String(value), { shouldValidate: true })}
            className="-mt-3"
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField control={control} name="frequency" label="Frequency" options={FREQUENCIES} />
            <TextField control={control} name="startDate" label="Start date" type="date" />
          </div>
        </>
      )}
      {by === 'share_of_pay' && (
        <TextField
          control={control}
          name="percent"
          label="Percent of each paycheck"
          hint="We move the money right after each paycheck."
          inputMode="decimal"
          placeholder="10"
        />
      )}
      {by === 'round_ups' && (
        <p className="text-ink-2 text-sm">
          We round up each purchase and move the change here at the end of the day.
        </p>
      )}
      {by !== 'none' && (
        <SelectField
          control={control}
          name="fromAccountId"
          label="From"
          hint={sources.length === 0 && 'Open another account in this currency first.'}
          options={[{ value: '', label: 'Choose account' }, ...getAccountOptions(sources)]}
        />
      )}
    </fieldset>
  );
}
