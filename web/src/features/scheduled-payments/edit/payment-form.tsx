import { inferIncreaseType } from '@engine/bills/increase-type.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { SAME_DAY_CURRENCY } from '@engine/products/accounts/same-day.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { YearlyChangeFields } from '@/entities/recurring/yearly-change-fields';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { transactionQueries } from '@/entities/transaction/queries';
import { formatTypedAmount } from '@/lib/money';
import type { Refusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { LabeledSelect } from '@/ui/forms/labeled';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { scheduledPaymentMutations } from '../mutations';
import { AMOUNT_LABELS, FREQUENCY_LABELS, SPEED_LABELS, WEEKEND_LABELS } from '../payments/payment-state';
import type { ScheduledPayment } from '../queries';
import { PaymentProjectionView } from '../upcoming/payment-projection';
import { getDefaultName, type Payable, type Payables, usePayables } from './draft';
import { getTarget, type PaymentFields, paymentSchema } from './payment-schema';

type PaymentFormProps = {
  /** The rule to edit; undefined for a new rule. */
  rule?: ScheduledPayment;
  /** The initial values of the fields. */
  beginning: PaymentFields;
  household: HouseholdRow | null;
  onDone: () => void;
};

export function PaymentForm({ rule, beginning, household, onDone }: PaymentFormProps) {
  const create = useMutation(scheduledPaymentMutations.create);
  const update = useMutation(scheduledPaymentMutations.update);
  const categories = useQuery(transactionQueries.categories()).data ?? [];
  const payables = usePayables();
  const { products } = payables;
  const schema = useMemo(() => paymentSchema((target) => getDefaultName(target, products)), [products]);
  const form = useBankForm({
    schema,
    defaults: beginning,
    currency: 'USD',
    fieldByCode: getField,
    refusedField: 'target',
    onSubmit: async (details) => {
      const saved = rule
        ? await update.mutateAsync({ id: rule.id, ...details })
        : await create.mutateAsync(details);
      toast.success(rule ? `${saved.name} saved` : `${saved.name} scheduled`);
      onDone();
    },
  });
  const typed = schema.safeParse(form.watch());
  return (
    <FormProvider {...form}>
      <Form onSubmit={form.submit} busy={form.isSubmitting} verb={rule ? 'Save' : 'Schedule payment'}>
        <WhoFields {...payables} />
        <SelectField
          control={form.control}
          name="categoryId"
          label="Category"
          note="optional"
          options={[
            { value: '', label: 'None' },
            ...categories
              .filter(({ kind }) => kind === 'spending')
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SpeedField accounts={payables.accounts} />
        <TimingFields categories={categories} isOn={household?.carryover.billIncreases === true} />
        <PaymentProjectionView
          details={typed.success ? typed.data : null}
          household={household}
          ruleId={rule?.id}
          payables={payables}
        />
      </Form>
    </FormProvider>
  );
}

const FIELD_OF_CODE: Record<string, keyof PaymentFields> = {
  BADNM: 'name',
  BADTX: 'payee',
  BADAM: 'amount',
  BADTM: 'count',
  BADDT: 'startDate',
  CLOSD: 'accountId',
  SAMAC: 'accountId',
  BADCU: 'accountId',
};

/** Returns the visible field that should show the bank's error. */
function getField({ code }: Refusal, { ends, amountKind }: PaymentFields): keyof PaymentFields | undefined {
  if (code === 'BADDT' && ends === 'date') return 'endDate';
  if ((code === 'BADTM' && ends !== 'count') || (code === 'BADAM' && amountKind !== 'fixed')) return 'target';
  return FIELD_OF_CODE[code];
}

const GROUPS = [
  { kind: 'account', label: 'Your accounts' },
  { kind: 'card', label: 'Your cards' },
  { kind: 'loan', label: 'Your loans' },
  { kind: 'mortgage', label: 'Your mortgages' },
] as const;

function WhoFields({ accounts, products }: Payables) {
  const { control, watch, setValue, getValues, formState } = useFormContext<PaymentFields>();
  const [target, accountId, amountKind] = watch(['target', 'accountId', 'amountKind']);
  const paid = getProduct(target, products);
  const sources = getPossibleSources(paid, accounts);
  const currency = accounts.find(({ id }) => id === accountId)?.currency ?? paid?.currency;

  /** Selects the payee and resets the fields that don't apply to it. */
  function choose(next: string) {
    setValue('target', next, { shouldValidate: formState.isSubmitted });
    const product = getProduct(next, products);
    if (product?.kind !== 'card') setValue('amountKind', 'fixed');
    if (product?.usual && getValues('amount') === '') setValue('amount', formatTypedAmount(product.usual));
    const allowed = getPossibleSources(product, accounts);
    if (!allowed.some(({ id }) => id === getValues('accountId'))) setValue('accountId', allowed[0]?.id ?? '');
  }

  return (
    <>
      <LabeledSelect
        label="Pay to"
        error={formState.errors.target?.message}
        value={target}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="outside">Someone outside Sandbank</option>
        {GROUPS.map(({ kind, label }) => {
          const own = products.filter((product) => product.kind === kind);
          return (
            own.length > 0 && (
              <optgroup key={kind} label={label}>
                {own.map(({ id, name }) => (
                  <option key={id} value={`${kind}:${id}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )
          );
        })}
      </LabeledSelect>
      <div className="grid gap-5 sm:grid-cols-2">
        {target === 'outside' && (
          <TextField control={control} name="payee" label="Payee" placeholder="Shoreline Apartments" />
        )}
        <TextField control={control} name="name" label="Description" note="optional" placeholder="Rent" />
      </div>
      <SelectField
        control={control}
        name="accountId"
        label="From"
        onChosen={(id) => {
          const chosen = accounts.find((account) => account.id === id);
          if (chosen?.currency !== SAME_DAY_CURRENCY) setValue('speed', 'standard');
        }}
        hint={
          sources.length === 0 && paid
            ? `Scheduled payments can't convert currencies. Open another ${paid.currency} account to pay from.`
            : undefined
        }
        options={
          sources.length === 0
            ? [{ value: '', label: 'No account' }]
            : sources.map((source) => ({ value: source.id, label: `${source.name} (${source.currency})` }))
        }
      />
      {paid?.kind === 'card' && (
        <SelectField
          control={control}
          name="amountKind"
          label="Amount type"
          hint="We never pay more than you owe on the card."
          options={toOptions(AMOUNT_LABELS)}
        />
      )}
      {amountKind === 'fixed' && (
        <AmountField control={control} name="amount" label="Amount" currency={currency} />
      )}
    </>
  );
}

function getProduct(value: string, products: readonly Payable[]): Payable | undefined {
  const target = getTarget({ target: value, payee: '' });
  return target && target.kind !== 'outside' ? products.find(({ id }) => id === target.id) : undefined;
}

/**
 * Returns the accounts that can pay. A scheduled payment needs two different accounts in the same currency.
 */
function getPossibleSources(paid: Payable | undefined, accounts: readonly Payable[]): Payable[] {
  return accounts.filter(({ id, currency }) => !paid || (id !== paid.id && currency === paid.currency));
}

/** Renders the speed of a payment in dollars to someone outside the bank. Other payments have only one. */
function SpeedField({ accounts }: Pick<Payables, 'accounts'>) {
  const { control, watch } = useFormContext<PaymentFields>();
  const [target, accountId] = watch(['target', 'accountId']);
  const currency = accounts.find(({ id }) => id === accountId)?.currency;
  if (target !== 'outside' || currency !== SAME_DAY_CURRENCY) return null;
  return <SelectField control={control} name="speed" label="Speed" options={toOptions(SPEED_LABELS)} />;
}

const END_OPTIONS = toOptions({
  never: 'Never',
  date: 'On a date',
  count: 'After a number of payments',
});

type TimingFieldsProps = { categories: readonly { id: string; name: string }[]; isOn: boolean };

function TimingFields({ categories, isOn }: TimingFieldsProps) {
  const { control, watch } = useFormContext<PaymentFields>();
  const { ends, amountKind, target, name, payee, categoryId } = watch();
  const category = categories.find(({ id }) => id === categoryId)?.name ?? null;
  const usual = target === 'outside' ? inferIncreaseType({ name, payee, category }) : null;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          control={control}
          name="frequency"
          label="Frequency"
          options={toOptions(FREQUENCY_LABELS)}
        />
        <TextField control={control} name="startDate" label="Start date" type="date" />
        <SelectField control={control} name="ends" label="Ends" options={END_OPTIONS} />
        {ends === 'date' && <TextField control={control} name="endDate" label="End date" type="date" />}
        {ends === 'count' && (
          <TextField control={control} name="count" label="Number of payments" inputMode="numeric" />
        )}
      </div>
      {amountKind === 'fixed' && <YearlyChangeFields kind="payment" usual={usual} isOn={isOn} />}
      <SelectField
        control={control}
        name="weekend"
        label="If banks are closed on the date"
        options={toOptions(WEEKEND_LABELS)}
      />
    </>
  );
}
