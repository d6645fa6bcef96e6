import { formatMonths } from '@/entities/debt/data/terms';
import { formatMoney } from '@/lib/money';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { getAmount, getPurpose } from './application-schema';
import type { StepProps } from './step-props';

export function StepAmount({ control, register, errors, values }: StepProps) {
  const { bought, terms } = getPurpose(values.purpose);
  const amount = getAmount(values);
  return (
    <>
      {bought ? (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <AmountField name="price" label={`${bought} price`} control={control} />
            <AmountField
              name="downPayment"
              label="Down payment"
              hint="The part you pay yourself."
              control={control}
            />
          </div>
          <p aria-live="polite" className="border-line border-y py-3.5">
            {amount === null ? (
              <span className="text-ink-3">The loan is the price minus the down payment.</span>
            ) : (
              <span className="flex justify-between gap-4">
                Loan amount <span className="figures font-semibold">{formatMoney(amount)}</span>
              </span>
            )}
          </p>
        </>
      ) : (
        <AmountField name="loanAmount" label="Amount" control={control} />
      )}
      <Field label="Term" error={errors.termMonths?.message}>
        {(props) => (
          <Select {...props} {...register('termMonths')}>
            {terms.map((months) => (
              <option key={months} value={String(months)}>
                {months < 12 ? `${months} months` : `${months} months (${formatMonths(months)})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
