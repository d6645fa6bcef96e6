import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { QueuedForLater } from '@/lib/offline/queue';
import { isRefusal, type Refusal } from '@/lib/refusals';
import { getRefusalMessage } from './refusal-messages';

type BankFormOptions<Fields extends FieldValues, Details> = {
  schema: ZodType<Details, Fields>;
  defaults: DefaultValues<Fields>;
  /** `onTouched` validates a field when it loses focus; `onSubmit` validates the form only on submit. */
  mode?: 'onTouched' | 'onSubmit';
  /** The currency of the amounts in refusal messages. */
  currency: string | ((fields: Fields) => string);
  /**
   * The field for each refusal code, or a function that returns the field for a refusal and the typed values.
   */
  fieldByCode?:
    | Partial<Record<string, FieldPath<Fields>>>
    | ((refusal: Refusal, fields: Fields) => FieldPath<Fields> | undefined);
  /** The field that shows all other refusals; `root` shows them for the whole form. */
  refusedField: FieldPath<Fields> | 'root';
  /** Calls the bank. The form shows its refusals; the query client reports other failures. */
  onSubmit: (details: Details) => unknown;
  /** Called when the input is invalid or the bank refuses it. */
  onRefused?: () => void;
  /** Called when the bank can't be reached and the transaction is queued for later. */
  onQueued?: () => void;
};

/** Returns a form that calls the bank. Validates the input and shows refusals next to their fields. */
export function useBankForm<Fields extends FieldValues, Details>({
  schema,
  defaults,
  mode = 'onTouched',
  currency,
  fieldByCode = {},
  refusedField,
  onSubmit,
  onRefused,
  onQueued,
}: BankFormOptions<Fields, Details>) {
  const form = useForm<Fields, unknown, Details>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    mode,
  });
  function showRefusal(error: unknown): void {
    const refusedCurrency = typeof currency === 'string' ? currency : currency(form.getValues());
    const message = getRefusalMessage(error, refusedCurrency);
    if (!message || !isRefusal(error)) return;
    const field =
      typeof fieldByCode === 'function' ? fieldByCode(error, form.getValues()) : fieldByCode[error.code];
    form.setError(field ?? refusedField, { message }, { shouldFocus: true });
    onRefused?.();
  }
  async function attempt(call: () => unknown): Promise<void> {
    try {
      await call();
    } catch (error) {
      if (error instanceof QueuedForLater) onQueued?.();
      else showRefusal(error);
    }
  }
  const submit = form.handleSubmit((details) => attempt(() => onSubmit(details)), onRefused);
  return { ...form, submit, attempt, isSubmitting: form.formState.isSubmitting };
}

type ReviewedFormOptions<Fields extends FieldValues, Details> = Omit<
  BankFormOptions<Fields, Details>,
  'onSubmit' | 'onRefused'
> & {
  /** Calls the bank after the customer has confirmed the review. */
  onConfirm: (details: Details) => unknown;
};

/**
 * Returns a form with two steps: the first submit shows a review, and the second confirms it. A refusal
 * brings the customer back to the form.
 */
export function useReviewedForm<Fields extends FieldValues, Details>({
  onConfirm,
  mode = 'onSubmit',
  ...options
}: ReviewedFormOptions<Fields, Details>) {
  const [reviewed, setReviewed] = useState<Details | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const edit = () => setReviewed(null);
  const form = useBankForm({ ...options, mode, onSubmit: setReviewed, onRefused: edit });

  // Sends exactly what the customer reviewed. Validating again could change the details, because balances may
  // have changed.
  async function confirm(details: Details): Promise<void> {
    setConfirming(true);
    await form.attempt(() => onConfirm(details));
    setConfirming(false);
  }
  const submit = (event?: BaseSyntheticEvent) => {
    if (reviewed === null) return form.submit(event);
    event?.preventDefault();
    return isConfirming ? Promise.resolve() : confirm(reviewed);
  };
  return { ...form, submit, isSubmitting: form.isSubmitting || isConfirming, reviewed, edit };
}
