import type { HouseholdRow } from '@engine/household/row.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { transactionQueries } from '@/features/transactions/queries';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { scheduledPaymentMutations } from '../mutations';
import type { ScheduledPayment } from '../queries';
import { PaymentProjectionView } from '../upcoming/payment-projection';
import { ruleNameFor, usePayables } from './payable';
import { WhoFields } from './payee-fields';
import { type PaymentDetails, type PaymentFields, paymentSchema } from './payment-schema';
import { TimingFields } from './timing-fields';

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
