import { obligationsHere } from '@engine/credit/applicant-facts.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { Explain } from '@/entities/explanation/explain';
import { formatMinor, formatMoney, type Minor } from '@/lib/money';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { yearlyIncomeSeen } from './affordability';
import { EMPLOYMENTS } from './application-schema';
import type { StepProps } from './step-props';

export function StepIncome({ control, register, errors, credit }: StepProps & { credit: CreditFacts }) {
  const seen = yearlyIncomeSeen(credit);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Your name" error={errors.applicantName?.message}>
          {(props) => <TextInput {...props} autoComplete="name" {...register('applicantName')} />}
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
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountField
          name="annualIncome"
          label="Annual income"
          hint={
            seen === null
              ? 'Before tax. We verify it against deposits here.'
              : `Before tax. Your deposits over the last three months come to ${formatMoney(seen)} a year.`
          }
          control={control}
        />
        <AmountField
          name="monthlyDebt"
          label="Other monthly debt payments"
          hint="Payments to other lenders."
          control={control}
        />
      </div>
      <Obligations credit={credit} />
    </>
  );
}

/** Renders the monthly payments that the bank knows. */
function Obligations({ credit }: { credit: CreditFacts }) {
  const lines = credit.lines.filter(
    ({ closed, balance, payment }) => closed === null && balance > 0 && payment > 0,
  );
  if (lines.length === 0) return <p className="text-ink-2">You have no debts with us.</p>;
  return (
    <div>
      <h3 className="mb-1 font-medium text-sm">Your monthly payments here</h3>
      <dl className="divide-y divide-line border-line border-y">
        {lines.map(({ id, name, payment, balance }) => (
          <div key={id} className="flex justify-between gap-4 py-2.5">
            <dt>
              {name} <span className="text-ink-3 text-sm">{formatMinor(balance as Minor)} owed</span>
            </dt>
            <dd className="figures">{formatMinor(payment as Minor)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-2.5 font-semibold">
          <dt>Total</dt>
          <dd className="figures">
            <Explain
              title="Your monthly payments here"
              formula="Monthly payments on open loans and mortgages, plus minimum payments on cards."
              inputs={lines.map(({ name, payment }) => ({ name, value: formatMinor(payment as Minor) }))}
            >
              {formatMinor(obligationsHere(credit) as Minor)}
            </Explain>
          </dd>
        </div>
      </dl>
    </div>
  );
}
