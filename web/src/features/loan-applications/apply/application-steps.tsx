import { obligationsHere } from '@engine/credit/applicant-facts.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { markMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import type { ChangeEvent } from 'react';
import type { Control, UseFormRegister } from 'react-hook-form';
import { describeStoppedPay, EMPLOYMENTS, type KnownIncome } from '@/entities/credit/applicant';
import { formatMonths } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { formatMinor, formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { AmountField } from '@/ui/forms/amount-field';
import { RADIO_CLASSES } from '@/ui/forms/radio-classes';
import { Review, ReviewLine } from '@/ui/forms/review';
import { SelectField } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { type ApplicationDetails, type ApplicationFields, getPurpose, PURPOSES } from './application-schema';

export type StepProps = {
  control: Control<ApplicationFields>;
  register: UseFormRegister<ApplicationFields>;
  values: ApplicationFields;
};

export function StepPurpose({
  control,
  register,
  values,
  onPurpose,
}: StepProps & { onPurpose: (value: string) => void }) {
  return (
    <>
      <fieldset>
        <legend className="sr-only">What's the loan for?</legend>
        <div className="divide-y divide-line border-line border-y">
          {PURPOSES.map(({ value, label, hint }) => (
            <div key={value}>
              <label
                className={classNames(
                  '-mx-2.5 flex min-h-13 cursor-pointer items-center gap-3 rounded-2 px-2.5 py-2.5',
                  values.purpose === value ? 'bg-accent-soft' : 'hover:bg-sunken',
                )}
              >
                <input
                  type="radio"
                  className={RADIO_CLASSES}
                  value={value}
                  {...register('purpose', {
                    onChange: (event: ChangeEvent<HTMLInputElement>) => onPurpose(event.target.value),
                  })}
                />
                <span>
                  <span className="block font-medium">{label}</span>
                  <span className="block text-ink-2 text-sm">{hint}</span>
                </span>
              </label>
            </div>
          ))}
        </div>
      </fieldset>
      <TextField
        control={control}
        name="reason"
        label="Description"
        note="optional"
        placeholder="A used car to get to work"
      />
    </>
  );
}

type StepIncomeProps = Pick<StepProps, 'control'> & { credit: CreditFacts; income: KnownIncome | null };

export function StepIncome({ control, credit, income }: StepIncomeProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField control={control} name="applicantName" label="Your name" autoComplete="name" />
        <SelectField control={control} name="employmentStatus" label="Employment" options={EMPLOYMENTS} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountField
          name="annualIncome"
          label="Annual income"
          hint={describeIncome(income)}
          control={control}
        />
        <AmountField
          name="monthlyDebt"
          label="Other monthly debt payments"
          hint="Monthly payments to other lenders."
          control={control}
        />
      </div>
      <Obligations credit={credit} />
    </>
  );
}

function describeIncome(income: KnownIncome | null): string {
  if (income === null) return 'Before tax. We verify it against your Sandbank deposits.';
  if (income.hasStopped) return `Before tax. ${describeStoppedPay(income)}`;
  const amount = formatMoney(income.amount);
  return income.basis === 'pay'
    ? `Before tax. Your pay details show ${amount} per year.`
    : `Before tax. Your deposits over the last three months suggest ${amount} per year after tax.`;
}

/** Formats an amount from the credit policy, whose amounts are in cents. */
const money = (cents: number) => formatMinor(markMinor(cents));

function Obligations({ credit }: { credit: CreditFacts }) {
  const lines = credit.lines.filter(
    ({ closed, balance, payment }) => closed === null && balance > 0 && payment > 0,
  );
  if (lines.length === 0) return <p className="text-ink-2">You have no debts with us.</p>;
  return (
    <div>
      <h3 className="mb-1 font-medium text-sm">Your monthly payments at Sandbank</h3>
      <dl className="divide-y divide-line border-line border-y">
        {lines.map(({ id, name, payment, balance }) => (
          <div key={id} className="flex justify-between gap-4 py-2.5">
            <dt>
              {name} <span className="text-ink-3 text-sm">{money(balance)} owed</span>
            </dt>
            <dd className="figures">{money(payment)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-2.5 font-semibold">
          <dt>Total</dt>
          <dd className="figures">
            <Explain
              title="Your monthly payments at Sandbank"
              formula="Monthly payments on open loans and mortgages, plus minimum payments on cards."
              inputs={lines.map(({ name, payment }) => ({ name, value: money(payment) }))}
            >
              {formatMinor(obligationsHere(credit))}
            </Explain>
          </dd>
        </div>
      </dl>
    </div>
  );
}

export function StepReview({ details, purpose }: { details: ApplicationDetails; purpose: string }) {
  const { label, bought, type } = getPurpose(purpose);
  const isLine = type === 'HOME_EQUITY';
  const { loan_amount: amount, collateral_value: price } = details;
  const employment = EMPLOYMENTS.find(({ value }) => value === details.employment_status)?.label;
  return (
    <>
      <Review>
        <ReviewLine label="Purpose">
          <span className="block text-right">
            {label}
            {details.purpose && <span className="block font-normal text-ink-2">{details.purpose}</span>}
          </span>
        </ReviewLine>
        {price !== null && (
          <>
            <ReviewLine label={`${bought ?? 'home'} price`}>{formatMoney(price)}</ReviewLine>
            <ReviewLine label="Down payment">
              {formatMinor(subtractMinor(toMinor(price), toMinor(amount)))}
            </ReviewLine>
          </>
        )}
        <ReviewLine label={isLine ? 'Credit limit' : 'Loan amount'}>{formatMoney(amount)}</ReviewLine>
        {!isLine && <ReviewLine label="Term">{formatMonths(details.term_months)}</ReviewLine>}
        <ReviewLine label="Applicant">
          {details.applicant_name}, {employment?.toLowerCase()}
        </ReviewLine>
        <ReviewLine label="Annual income">{formatMoney(details.annual_income)}</ReviewLine>
        <ReviewLine label="Other monthly debt payments">{formatMoney(details.monthly_debt)}</ReviewLine>
      </Review>
      <p className="text-ink-2 text-sm">
        Submitting doesn’t affect your credit. Getting the decision adds a hard inquiry, which lowers your
        score slightly for a year.
      </p>
    </>
  );
}
