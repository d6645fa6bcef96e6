import type { HouseholdRow } from '@engine/household/row.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { YearlyChangeFields } from '@/entities/recurring/yearly-change-fields';
import { transactionQueries } from '@/entities/transaction/queries';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { scheduledPaymentMutations } from '../mutations';
import { AMOUNT_LABELS, FREQUENCY_LABELS, WEEKEND_LABELS } from '../payments/payment-state';
import type { ScheduledPayment } from '../queries';
import { PaymentProjectionView } from '../upcoming/payment-projection';
import { amountText, type Payable, ruleNameFor, usePayables } from './draft';
import {
  AMOUNT_KINDS,
  FREQUENCIES,
  getTarget,
  type PaymentDetails,
  type PaymentFields,
  paymentSchema,
  WEEKENDS,
} from './payment-schema';

type PaymentFormProps = {
  /** The rule to edit; none for a new one. */
  rule?: ScheduledPayment;
  /** The initial values of the fields. */
  beginning: PaymentFields;
  household: HouseholdRow | null;
  onDone: () => void;
};

/** Creates or edits a scheduled payment, with a preview while the customer types. */
export function PaymentForm({ rule, beginning, household, onDone }: PaymentFormProps) {
  const create = useMutation(scheduledPaymentMutations.create);
  const update = useMutation(scheduledPaymentMutations.update);
  const categories = useQuery(transactionQueries.categories()).data ?? [];
  const payables = usePayables();
  const { products } = payables;
  const schema = useMemo(() => paymentSchema((target) => ruleNameFor(target, products)), [products]);
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
      <form onSubmit={save} noValidate className="flex flex-col gap-5">
        <WhoFields {...payables} />
        <Field label="Category" note="optional">
          {(control) => (
            <Select {...control} {...form.register('categoryId')}>
              <option value="">None</option>
              {categories
                .filter(({ kind }) => kind === 'spending')
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        <TimingFields />
        <PaymentProjectionView
          details={typed.success ? typed.data : null}
          household={household}
          ruleId={rule?.id}
          payables={payables}
        />
        <Button type="submit" variant="primary" size="lg" busy={create.isPending || update.isPending}>
          {rule ? 'Save' : 'Schedule payment'}
        </Button>
      </form>
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

/** Refusals appear beside a visible field. */
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

/** Renders the payee, the account, and the amount. */
function WhoFields({ accounts, products }: { accounts: Payable[]; products: Payable[] }) {
  const { register, control, watch, setValue, getValues, formState } = useFormContext<
    PaymentFields,
    unknown,
    PaymentDetails
  >();
  const { errors } = formState;
  const [target, accountId, amountKind] = watch(['target', 'accountId', 'amountKind']);
  const paid = getProduct(target, products);
  const sources = accountsFor(paid, accounts);
  const currency = accounts.find(({ id }) => id === accountId)?.currency ?? paid?.currency;

  /** Resets fields that don't fit the new target. */
  function choose(next: string) {
    setValue('target', next, { shouldValidate: formState.isSubmitted });
    const product = getProduct(next, products);
    if (product?.kind !== 'card') setValue('amountKind', 'fixed');
    if (product?.usual && getValues('amount') === '') setValue('amount', amountText(product.usual));
    const allowed = accountsFor(product, accounts);
    if (!allowed.some(({ id }) => id === getValues('accountId'))) setValue('accountId', allowed[0]?.id ?? '');
  }

  return (
    <>
      <Field label="Pay to" error={errors.target?.message}>
        {(field) => (
          <Select {...field} value={target} onChange={(event) => choose(event.target.value)}>
            <option value="outside">Someone outside Sandbank</option>
            {GROUPS.map(({ kind, label }) => (
              <TargetGroup
                key={kind}
                label={label}
                products={products.filter((each) => each.kind === kind)}
              />
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        {target === 'outside' && (
          <Field label="Payee" error={errors.payee?.message}>
            {(field) => (
              <TextInput
                {...field}
                placeholder="Shoreline Apartments"
                autoComplete="off"
                {...register('payee')}
              />
            )}
          </Field>
        )}
        <Field label="Description" note="optional" error={errors.name?.message}>
          {(field) => <TextInput {...field} placeholder="Rent" autoComplete="off" {...register('name')} />}
        </Field>
      </div>
      <Field
        label="From"
        error={errors.accountId?.message}
        hint={
          sources.length === 0 && paid
            ? `You have no other ${paid.currency} account. Scheduled payments can't convert currencies.`
            : undefined
        }
      >
        {(field) => (
          <Select {...field} {...register('accountId')}>
            {sources.length === 0 && <option value="">No account</option>}
            {sources.map(({ id, name, currency: of }) => (
              <option key={id} value={id}>
                {name} ({of})
              </option>
            ))}
          </Select>
        )}
      </Field>
      {paid?.kind === 'card' && (
        <Field label="Amount type" hint="We never pay more than you owe on the card.">
          {(field) => (
            <Select {...field} {...register('amountKind')}>
              {AMOUNT_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {AMOUNT_LABELS[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
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

/** A scheduled payment stays in one currency and needs two different accounts. */
function accountsFor(paid: Payable | undefined, accounts: readonly Payable[]): Payable[] {
  return accounts.filter(({ id, currency }) => !paid || (id !== paid.id && currency === paid.currency));
}

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
