import type { HouseholdRow } from '@engine/household/row.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { YearlyChangeFields } from '@/entities/recurring/yearly-change-fields';
import { transactionQueries } from '@/entities/transaction/queries';
import { formatTypedAmount } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { LabeledSelect } from '@/ui/forms/labeled';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { scheduledPaymentMutations } from '../mutations';
import { AMOUNT_LABELS, FREQUENCY_LABELS, WEEKEND_LABELS } from '../payments/payment-state';
import type { ScheduledPayment } from '../queries';
import { PaymentProjectionView } from '../upcoming/payment-projection';
import { getDefaultName, type Payable, usePayables } from './draft';
import { getTarget, type PaymentDetails, type PaymentFields, paymentSchema } from './payment-schema';

type PaymentFormProps = {
  /** The rule to edit; undefined for a new rule. */
  rule?: ScheduledPayment;
  /** The initial values of the fields. */
  beginning: PaymentFields;
  household: HouseholdRow | null;
  onDone: () => void;
};

/** Renders the form that creates or edits a scheduled payment, with a preview while the customer types. */
export function PaymentForm({ rule, beginning, household, onDone }: PaymentFormProps) {
  const create = useMutation(scheduledPaymentMutations.create);
  const update = useMutation(scheduledPaymentMutations.update);
  const categories = useQuery(transactionQueries.categories()).data ?? [];
  const payables = usePayables();
  const { products } = payables;
  const schema = useMemo(() => paymentSchema((target) => getDefaultName(target, products)), [products]);
  const form = useForm<PaymentFields, unknown, PaymentDetails>({
    resolver: zodResolver(schema),
    defaultValues: beginning,
    mode: 'onTouched',
  });
  const typed = schema.safeParse(form.watch());
  const save = form.handleSubmit(async (details) => {
    try {
      const saved = rule
        ? await update.mutateAsync({ id: rule.id, ...details })
        : await create.mutateAsync(details);
      toast.success(rule ? `${saved.name} saved` : `${saved.name} scheduled`);
      onDone();
    } catch (error) {
      if (isRefusal(error))
        form.setError(getField(error.code, details), { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <FormProvider {...form}>
      <Form
        onSubmit={save}
        busy={create.isPending || update.isPending}
        verb={rule ? 'Save' : 'Schedule payment'}
      >
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
        <TimingFields />
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

/** Returns the visible field next to which the form shows the bank's error. */
function getField(code: string, { endDate, occurrences, amount }: PaymentDetails): keyof PaymentFields {
  if (code === 'BADDT' && endDate !== null) return 'endDate';
  if ((code === 'BADTM' && occurrences === null) || (code === 'BADAM' && amount === null)) return 'target';
  return FIELD_OF_CODE[code] ?? 'target';
}

const GROUPS = [
  { kind: 'account', label: 'Your accounts' },
  { kind: 'card', label: 'Your cards' },
  { kind: 'loan', label: 'Your loans' },
  { kind: 'mortgage', label: 'Your mortgages' },
] as const;

/** Renders the fields for the payee, the account, and the amount. */
function WhoFields({ accounts, products }: { accounts: Payable[]; products: Payable[] }) {
  const { control, watch, setValue, getValues, formState } = useFormContext<
    PaymentFields,
    unknown,
    PaymentDetails
  >();
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
        {GROUPS.map(({ kind, label }) => (
          <TargetGroup
            key={kind}
            label={label}
            products={products.filter((product) => product.kind === kind)}
          />
        ))}
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

function TargetGroup({ label, products }: { label: string; products: readonly Payable[] }) {
  if (products.length === 0) return null;
  return (
    <optgroup label={label}>
      {products.map(({ kind, id, name }) => (
        <option key={id} value={`${kind}:${id}`}>
          {name}
        </option>
      ))}
    </optgroup>
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

const END_OPTIONS = toOptions({
  never: 'Never',
  date: 'On a date',
  count: 'After a number of payments',
});

/** Renders the fields for the frequency, the first and last day, and the weekend rule. */
function TimingFields() {
  const { control, watch } = useFormContext<PaymentFields, unknown, PaymentDetails>();
  const [ends, amountKind] = watch(['ends', 'amountKind']);
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
      {amountKind === 'fixed' && <YearlyChangeFields />}
      <SelectField
        control={control}
        name="weekend"
        label="If the date falls on a weekend"
        options={toOptions(WEEKEND_LABELS)}
      />
    </>
  );
}
