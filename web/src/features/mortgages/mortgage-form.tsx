import { fromMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import type { MoneyAccount } from '@/entities/account/account-field';
import { DebtAccountField } from '@/entities/debt/account-field';
import { DebtQuote, levelPayment, QuoteLine } from '@/entities/debt/payment-quote';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { currencySymbol, formatMoney, parseAmount } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { useRequestId } from '@/lib/request-id';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { TextInput } from '@/ui/forms/text-input';
import { getShare, type MortgageDetails, type MortgageFields, mortgageSchema } from './mortgage-schema';
import { mortgageMutations } from './mutations';
import type { Mortgage } from './queries';

const MONTHS_A_YEAR = 12;
const FIELD_OF_CODE: Record<string, keyof MortgageFields> = {
  BADAM: 'propertyValue',
  BADRT: 'interestRate',
  BADTM: 'term',
  BADFM: 'downPayment',
  INSUF: 'accountId',
  NTFND: 'accountId',
  CLOSD: 'accountId',
};

type MortgageFormProps = {
  /** The mortgage to edit; none for a new one. */
  mortgage?: Mortgage;
  /** The possible accounts for the down payment of a new mortgage. */
  accounts?: readonly MoneyAccount[];
  /** The simulated day (`yyyy-MM-dd`). */
  today: string;
  onDone: () => void;
};

/** Takes out or edits a mortgage. Shows loan amount and payment while the customer types. */
export function MortgageForm({ mortgage, accounts = [], today, onDone }: MortgageFormProps) {
  const session = useSession();
  const create = useMutation(mortgageMutations.create);
  const update = useMutation(mortgageMutations.update);
  const requestId = useRequestId();
  const form = useForm<MortgageFields, unknown, MortgageDetails>({
    resolver: zodResolver(mortgageSchema),
    defaultValues: {
      propertyValue: typedAmount(mortgage?.property_value),
      downPayment: typedAmount(mortgage?.down_payment),
      downUnit: 'amount',
      interestRate: mortgage ? String(mortgage.interest_rate) : '',
      term: mortgage ? String(mortgage.term) : '30',
      rateType: mortgage?.rate_type === 'variable' ? 'variable' : 'fixed',
      accountId: '',
    },
    mode: 'onTouched',
  });
  const { register, control, handleSubmit, setError, watch, formState } = form;
  const { errors } = formState;
  const paidFrom = accounts.find(({ id }) => id === watch('accountId'));
  const currency = mortgage?.currency ?? paidFrom?.currency ?? 'USD';
  const typed = mortgageSchema.safeParse(watch());
  const details = typed.success ? typed.data : null;
  const quoted = details ? getLoan(details) : null;
  const save = handleSubmit(async (request) => {
    if (!mortgage && session.status !== 'signed-in') {
      toast.error('You must be logged in to create a mortgage');
      return;
    }
    try {
      if (mortgage)
        await update.mutateAsync({
          id: mortgage.id,
          monthlyPayment: levelPayment(getLoan(request)),
          ...request,
        });
      else await create.mutateAsync({ ...request, requestId: requestId.for(request) });
      toast.success(mortgage ? 'Mortgage saved' : 'Mortgage created');
      onDone();
    } catch (error) {
      if (isRefusal(error))
        setError(
          FIELD_OF_CODE[error.code] ?? 'propertyValue',
          { message: getRefusalMessage(error, currency) ?? error.message },
          { shouldFocus: true },
        );
    }
  });
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <AmountField control={control} name="propertyValue" label="Property value" currency={currency} />
      <DownPaymentField
        form={form}
        currency={currency}
        hint={quoted && `You borrow ${formatMoney(quoted.amount, currency)}.`}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="APR (%)" error={errors.interestRate?.message}>
          {(props) => (
            <TextInput
              {...props}
              inputMode="decimal"
              placeholder="5.25"
              autoComplete="off"
              {...register('interestRate')}
            />
          )}
        </Field>
        <Field label="Term (years)" error={errors.term?.message}>
          {(props) => <TextInput {...props} inputMode="numeric" autoComplete="off" {...register('term')} />}
        </Field>
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
                  : 'Resets once a year to the reference rate plus 2 points. It moves up to 2 points per reset and 5 points in total.'}
              </p>
            </div>
          )}
        />
      )}
      {!mortgage && accounts.length > 0 && (
        <DebtAccountField
          label="Down payment from"
          accounts={accounts}
          outside="Outside Sandbank"
          error={errors.accountId?.message}
          {...register('accountId')}
        />
      )}
      <DebtQuote loan={quoted} today={today} currency={currency}>
        {details && (
          <EquityLines currency={currency} value={details.propertyValue} down={details.downPayment} />
        )}
      </DebtQuote>
      <Button type="submit" variant="primary" size="lg" busy={create.isPending || update.isPending}>
        {mortgage ? 'Save' : 'Create mortgage'}
      </Button>
    </form>
  );
}

function getLoan({ propertyValue, downPayment, interestRate, term }: MortgageDetails) {
  const amount = fromMinor(subtractMinor(toMinor(propertyValue), toMinor(downPayment)));
  return { amount, percent: interestRate, months: term * MONTHS_A_YEAR };
}

function typedAmount(amount: number | undefined): string {
  return amount === undefined ? '' : amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
}

/** Above this share of the value, lenders require mortgage insurance. */
const INSURED_ABOVE_PERCENT = 80;

/** The borrowed and the owned part of a home, in major units. */
function EquityLines({ value, down, currency }: { value: number; down: number; currency: string }) {
  const lent = fromMinor(subtractMinor(toMinor(value), toMinor(down)));
  const loanToValue = Math.round((lent / value) * 1000) / 10;
  return (
    <>
      <QuoteLine term="Loan-to-value ratio">
        {loanToValue}%
        {loanToValue > INSURED_ABOVE_PERCENT && (
          <span className="block font-normal text-sm text-warning">over {INSURED_ABOVE_PERCENT}%</span>
        )}
      </QuoteLine>
      <QuoteLine term="Initial equity">{formatMoney(down, currency)}</QuoteLine>
    </>
  );
}

type DownPaymentFieldProps = {
  form: UseFormReturn<MortgageFields, unknown, MortgageDetails>;
  currency: string;
  hint: ReactNode;
};

type Unit = MortgageFields['downUnit'];

/** The down payment as an amount or a percentage. Switching converts the value. */
function DownPaymentField({ form, currency, hint }: DownPaymentFieldProps) {
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
