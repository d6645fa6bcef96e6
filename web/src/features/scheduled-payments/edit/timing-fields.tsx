import { useFormContext } from 'react-hook-form';
import { YearlyChangeFields } from '@/entities/recurring/yearly-change-fields';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { FREQUENCY_LABELS, WEEKEND_LABELS } from '../payments/payment-text';
import { FREQUENCIES, type PaymentDetails, type PaymentFields, WEEKENDS } from './payment-schema';

/** The frequency, first and last day, and weekend rule. */
export function TimingFields() {
  const { register, watch, formState } = useFormContext<PaymentFields, unknown, PaymentDetails>();
  const { errors } = formState;
  const [ends, amountKind, yearly] = watch(['ends', 'amountKind', 'yearly']);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Frequency">
          {(field) => (
            <Select {...field} {...register('frequency')}>
              {FREQUENCIES.map((frequency) => (
                <option key={frequency} value={frequency}>
                  {FREQUENCY_LABELS[frequency]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Start date" error={errors.startDate?.message}>
          {(field) => <TextInput {...field} type="date" {...register('startDate')} />}
        </Field>
        <Field label="Ends">
          {(field) => (
            <Select {...field} {...register('ends')}>
              <option value="never">Never</option>
              <option value="date">On a date</option>
              <option value="count">After a number of payments</option>
            </Select>
          )}
        </Field>
        {ends === 'date' && (
          <Field label="End date" error={errors.endDate?.message}>
            {(field) => <TextInput {...field} type="date" {...register('endDate')} />}
          </Field>
        )}
        {ends === 'count' && (
          <Field label="Number of payments" error={errors.count?.message}>
            {(field) => (
              <TextInput {...field} inputMode="numeric" autoComplete="off" {...register('count')} />
            )}
          </Field>
        )}
      </div>
      {amountKind === 'fixed' && (
        <YearlyChangeFields
          yearly={yearly}
          error={errors.yearlyPercent?.message}
          yearlyField={register('yearly')}
          percentField={register('yearlyPercent')}
        />
      )}
      <Field label="If the date falls on a weekend">
        {(field) => (
          <Select {...field} {...register('weekend')}>
            {WEEKENDS.map((weekend) => (
              <option key={weekend} value={weekend}>
                {WEEKEND_LABELS[weekend]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
