import { addMonths, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, toMinor } from '@engine/money/minor.ts';
import { PMI_RATE, requiresInsurance } from '@engine/products/debts/mortgage-insurance.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { AccountField, OUTSIDE } from '@/entities/account/account-field';
import { FeeSection } from '@/entities/debt/cost/fee-section';
import { describePoints, POINTS_HINT, readFees, typedFees } from '@/entities/debt/cost/fees';
import { getInsuranceCost, getUsualPaymentDay } from '@/entities/debt/data/terms';
import type { DebtFormProps } from '@/entities/debt/debts-page';
import { planBills, UNKNOWN_BILLS } from '@/entities/debt/escrow-bills';
import { BillFields } from '@/entities/debt/escrow-fields';
import { DebtQuote, levelPayment } from '@/entities/debt/payment-quote';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import {
  currencySymbol,
  formatMinor,
  formatMoney,
  formatTypedAmount,
  parseAmount,
  sumAmounts,
} from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Description } from '@/ui/description';
import { AmountField } from '@/ui/forms/amount-field';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Form } from '@/ui/forms/form';
import { Segmented } from '@/ui/forms/segmented';
import { SwitchRow } from '@/ui/forms/switch-row';
import { TextField } from '@/ui/forms/text-field';
import { TextInput } from '@/ui/forms/text-input';
import { getShare, type MortgageDetails, type MortgageFields, mortgageSchema } from './mortgage-schema';
import { mortgageMutations } from './mutations';
import type { Mortgage } from './queries';

const MONTHS_A_YEAR = 12;

/**
 * Renders the form to take out or edit a mortgage. Shows the loan amount and payment while the customer
 * types.
 */
export function MortgageForm({ row: mortgage, accounts = [], today, onDone }: DebtFormProps<Mortgage>) {
  const session = useSession();
  const create = useIdempotentMutation(mortgageMutations.create);
  const update = useMutation(mortgageMutations.update);
  const form = useBankForm<MortgageFields, MortgageDetails>({
    schema: mortgageSchema,
    defaults: {
      propertyValue: formatTypedAmount(mortgage?.property_value),
      downPayment: formatTypedAmount(mortgage?.down_payment),
      downUnit: 'amount',
      interestRate: mortgage ? String(mortgage.interest_rate) : '',
      term: mortgage ? String(mortgage.term) : '30',
      rateType: mortgage?.rate_type === 'variable' ? 'variable' : 'fixed',
      accountId: OUTSIDE,
      ...typedFees(mortgage && readFees(mortgage)),
      points: '',
      isInsured: !mortgage,
      hasEscrow: false,
      ...UNKNOWN_BILLS,
      paymentDay: getUsualPaymentDay(today),
    },
    currency: mortgage?.currency ?? 'USD',
    fieldByCode: {
      BADRT: 'interestRate',
      BADTM: 'term',
      BADFM: 'downPayment',
      INSUF: 'accountId',
      NTFND: 'accountId',
      CLOSD: 'accountId',
    },
    refusedField: 'propertyValue',
    onSubmit: async (details) => {
      if (mortgage) {
        const monthlyPayment = levelPayment(getQuotedLoan(details, mortgage.points_fee));
        await update.mutateAsync({ id: mortgage.id, monthlyPayment, ...details });
        toast.success('Mortgage saved');
      } else if (session.status === 'signed-in') {
        await create.send(details);
        toast.success('Mortgage created');
      } else {
        toast.error('You must be logged in to create a mortgage');
        return;
      }
      onDone();
    },
  });
  const { control, submit, watch, isSubmitting } = form;
  const payingAccount = accounts.find(({ id }) => id === watch('accountId'));
  const currency = mortgage?.currency ?? payingAccount?.currency ?? 'USD';
  const details = mortgageSchema.safeParse(watch()).data;
  const quoted = details ? getQuotedLoan(details, mortgage?.points_fee) : null;
  return (
    <Form onSubmit={submit} busy={isSubmitting} verb={mortgage ? 'Save' : 'Create mortgage'}>
      <AmountField control={control} name="propertyValue" label="Property value" currency={currency} />
      <DownPaymentField
        form={form}
        currency={currency}
        hint={quoted && `You borrow ${formatMoney(quoted.amount, currency)}.`}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="interestRate"
          label="Interest rate (%)"
          inputMode="decimal"
          placeholder="5.25"
        />
        <TextField control={control} name="term" label="Term (years)" inputMode="numeric" />
      </div>
      {!mortgage && (
        <Controller
          control={control}
          name="rateType"
          render={({ field: { value, onChange } }) => (
            <div className="flex flex-col gap-1.5">
              <Segmented
                label="Rate type"
                value={value}
                onValueChange={onChange}
                options={[
                  { value: 'fixed', label: 'Fixed' },
                  { value: 'variable', label: 'Variable' },
                ]}
              />
              <p className="text-ink-3 text-sm">
                {value === 'fixed'
                  ? 'The rate never changes.'
                  : 'Resets once a year to the reference rate plus 2 points. Changes by up to 2 points per reset and 5 in total.'}
              </p>
            </div>
          )}
        />
      )}
      {!mortgage && accounts.length > 0 && (
        <AccountField
          control={control}
          name="accountId"
          label="Down payment from"
          accounts={accounts}
          hasOutside
        />
      )}
      {!mortgage &&
        details &&
        requiresInsurance(toMinor(details.propertyValue), toMinor(details.downPayment)) && (
          <Controller
            control={control}
            name="isInsured"
            render={({ field: { value, onChange } }) => (
              <SwitchRow
                title="Mortgage insurance (PMI)"
                description="Lenders require it below 20% down. Autopay pays it, or we add it to your balance."
                on={value}
                busy={false}
                onChange={onChange}
              />
            )}
          />
        )}
      {!mortgage && (
        <TextField
          control={control}
          name="paymentDay"
          label="Payment day"
          note="optional"
          inputMode="numeric"
          hint="1 to 28. On weekends and bank holidays, we collect the payment on the next business day. If you leave it empty, payments are due on the same day of the month as the start date, even on weekends."
        />
      )}
      {!mortgage && (
        <EscrowChoice form={form} today={today} currency={currency} account={payingAccount?.name} />
      )}
      <FeeSection isOpen={Boolean(mortgage?.origination_fee || mortgage?.underwriting_fee)}>
        <div className="grid gap-5 sm:grid-cols-2">
          <AmountField control={control} name="originationFee" label="Origination fee" currency={currency} />
          <AmountField
            control={control}
            name="underwritingFee"
            label="Underwriting fee"
            currency={currency}
          />
        </div>
        {!mortgage && (
          <TextField
            control={control}
            name="points"
            label="Points"
            inputMode="decimal"
            placeholder="0"
            hint={
              details && details.points > 0
                ? describePoints(
                    {
                      ...{ amount: toMinor(details.amount), rate: details.rateBefore },
                      months: details.term * MONTHS_A_YEAR,
                    },
                    details.points,
                    currency,
                  )
                : POINTS_HINT
            }
          />
        )}
        <p className="text-ink-3 text-sm">
          {mortgage
            ? 'The fees count in the APR. A change moves no money.'
            : payingAccount
              ? `We take the fees from ${payingAccount.name}. They count in the APR.`
              : 'You pay the fees outside the bank. They count in the APR.'}
        </p>
      </FeeSection>
      <DebtQuote loan={quoted} today={today} currency={currency}>
        {details && (
          <EquityLines currency={currency} value={details.propertyValue} down={details.downPayment} />
        )}
      </DebtQuote>
    </Form>
  );
}

/** Returns the terms for a quote. `paidForPoints` is the price of points of an existing mortgage. */
function getQuotedLoan(details: MortgageDetails, paidForPoints: number | null | undefined) {
  return {
    amount: details.amount,
    percent: details.interestRate,
    months: details.term * MONTHS_A_YEAR,
    fees: {
      origination: details.originationFee,
      underwriting: details.underwritingFee,
      points: paidForPoints ?? details.pointsFee,
    },
    insurance: details.isInsured
      ? getInsuranceCost(
          details.amount,
          details.propertyValue,
          details.interestRate,
          details.term * MONTHS_A_YEAR,
          PMI_RATE,
        )
      : undefined,
  };
}

type EscrowChoiceProps = {
  form: UseFormReturn<MortgageFields, unknown, MortgageDetails>;
  today: string;
  currency: string;
  /** The account that pays the initial deposit; undefined if the money comes from outside the bank. */
  account: string | undefined;
};

/** Renders the choice of escrow, with the bills of a year and what they cost per month. */
function EscrowChoice({ form, today, currency, account }: EscrowChoiceProps) {
  const { control, watch } = form;
  const plan = watch('hasEscrow') ? planBills(watch(), addMonths(parseDay(today), 1)) : null;
  const source = account
    ? `from ${account}, and turn on autopay from it`
    : 'from outside the bank. Turn on autopay for the monthly deposits';
  return (
    <>
      <Controller
        control={control}
        name="hasEscrow"
        render={({ field: { value, onChange } }) => (
          <SwitchRow
            title="Escrow for taxes and insurance"
            description="We collect a twelfth of your bills with each payment, and pay them when they're due."
            on={value}
            busy={false}
            onChange={onChange}
          />
        )}
      />
      {watch('hasEscrow') && (
        <>
          <BillFields control={control} currency={currency} />
          {plan && (
            <p aria-live="polite" className="text-ink-2 text-sm">
              {formatMinor(plan.payment, currency)} a month in addition to your payment. We take an initial
              deposit of {formatMinor(plan.target, currency)} {source}.
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Above this share of the value, lenders require mortgage insurance. */
const INSURED_ABOVE_PERCENT = 80;

/** Renders the borrowed and owned parts of a home's value. Amounts are in major units. */
function EquityLines({ value, down, currency }: { value: number; down: number; currency: string }) {
  const loanToValue = Math.round((sumAmounts([value, -down]) / value) * 1000) / 10;
  return (
    <>
      <Description term="Loan-to-value ratio">
        {loanToValue}%
        {loanToValue > INSURED_ABOVE_PERCENT && (
          <span className="block font-normal text-sm text-warning">over {INSURED_ABOVE_PERCENT}%</span>
        )}
      </Description>
      <Description term="Initial equity">{formatMoney(down, currency)}</Description>
    </>
  );
}

type DownPaymentFieldProps = {
  form: UseFormReturn<MortgageFields, unknown, MortgageDetails>;
  currency: string;
  hint: ReactNode;
};

/** Renders the down payment as an amount or a percentage. Switching converts the value. */
function DownPaymentField({ form, currency, hint }: DownPaymentFieldProps) {
  const { control, watch, getValues, setValue } = form;
  const unit = watch('downUnit');

  function changeUnit(next: MortgageFields['downUnit']) {
    const typed = parseAmount(getValues('downPayment'));
    const value = parseAmount(getValues('propertyValue'));
    setValue('downUnit', next);
    if (typed === null || !value) return;
    const converted =
      next === 'percent'
        ? String(Math.round((typed / value) * 10_000) / 100)
        : formatTypedAmount(getShare(fromMinor(value), fromMinor(typed)));
    setValue('downPayment', converted, { shouldValidate: true });
  }

  return (
    <Controller
      control={control}
      name="downPayment"
      render={({ field: { onChange, ...field }, fieldState }) => (
        <Field label="Down payment" error={fieldState.error?.message} hint={hint}>
          {(props) => (
            <div className="flex gap-2">
              <div className="min-w-0 flex-1">
                {unit === 'amount' ? (
                  <AmountInput
                    {...props}
                    {...field}
                    size="field"
                    currency={currency}
                    onValueChange={onChange}
                  />
                ) : (
                  <TextInput
                    {...props}
                    {...field}
                    inputMode="decimal"
                    placeholder="20"
                    autoComplete="off"
                    onChange={onChange}
                  />
                )}
              </div>
              <Segmented
                label="Dollars or percent"
                value={unit}
                onValueChange={changeUnit}
                options={[
                  { value: 'amount', label: currencySymbol(currency) },
                  { value: 'percent', label: '%' },
                ]}
                className="h-12 w-24"
              />
            </div>
          )}
        </Field>
      )}
    />
  );
}
