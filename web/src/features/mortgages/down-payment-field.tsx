import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { currencySymbol, fromMinor, parseAmount } from '@/lib/money';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { TextInput } from '@/ui/forms/text-input';
import { getShare, type MortgageDetails, type MortgageFields } from './mortgage-schema';

type DownPaymentFieldProps = {
  form: UseFormReturn<MortgageFields, unknown, MortgageDetails>;
  currency: string;
  hint: ReactNode;
};

type Unit = MortgageFields['downUnit'];

/** The down payment as an amount or a percentage. Switching converts the value. */
export function DownPaymentField({ form, currency, hint }: DownPaymentFieldProps) {
  const { control, register, formState, watch, getValues, setValue } = form;
  const unit = watch('downUnit');

  function change(next: Unit) {
    const typed = parseAmount(getValues('downPayment'));
    const value = parseAmount(getValues('propertyValue'));
    setValue('downUnit', next);
    if (typed === null || !value) return;
    const carried =
      next === 'percent'
        ? String(Math.round((typed / value) * 10_000) / 100)
        : getShare(fromMinor(value), fromMinor(typed)).toLocaleString('en-US', { minimumFractionDigits: 2 });
    setValue('downPayment', carried, { shouldValidate: true });
  }

  return (
    <Field label="Down payment" error={formState.errors.downPayment?.message} hint={hint}>
      {(props) => (
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            {unit === 'amount' ? (
              <Controller
                control={control}
                name="downPayment"
                render={({ field: { value, onChange, onBlur, ref } }) => (
                  <AmountInput
                    {...props}
                    size="field"
                    currency={currency}
                    value={value}
                    onValueChange={onChange}
                    onBlur={onBlur}
                    ref={ref}
                  />
                )}
              />
            ) : (
              <TextInput
                {...props}
                inputMode="decimal"
                placeholder="20"
                autoComplete="off"
                {...register('downPayment')}
              />
            )}
          </div>
          <Segmented
            label="Dollars or percent"
            value={unit}
            onValueChange={change}
            options={[
              { value: 'amount', label: currencySymbol(currency) },
              { value: 'percent', label: '%' },
            ]}
            className="h-12 w-24"
          />
        </div>
      )}
    </Field>
  );
}
