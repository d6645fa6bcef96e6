import { zodResolver } from '@hookform/resolvers/zod';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { getProblem } from '@/entities/customer/auth-errors';

type Options<Values extends FieldValues, Result> = {
  schema: ZodType<Values, Values>;
  defaults: DefaultValues<Values>;
  onDone?: (values: Values) => void;
  /**
   * Returns the field and message for a refusal, replacing the default ones; null if the form shows nothing.
   */
  wrong?: (error: unknown, values: Values) => { field: string | null; text: string } | null;
} & (
  | { mutation: UseMutationOptions<Result, Error, Values>; work?: never }
  /** Use `work` for actions whose mutation reports its own failure. */
  | { work: (values: Values) => unknown; mutation?: never }
);

/**
 * Returns a form for the sign-in service. Validates on blur and submit, and shows refusals next to their
 * fields.
 */
export function useAuthForm<Values extends FieldValues, Result>(options: Options<Values, Result>) {
  const form = useForm<Values>({
    resolver: zodResolver(options.schema),
    defaultValues: options.defaults,
    mode: 'onTouched',
  });
  const { mutateAsync } = useMutation<Result, Error, Values>(options.mutation ?? {});
  const [problem, setProblem] = useState<string | null>(null);
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await (options.work ? options.work(values) : mutateAsync(values));
      options.onDone?.(values);
    } catch (error) {
      const refused = (options.wrong ?? getProblem)(error, values);
      if (!refused) return;
      const { field, text } = refused;
      if (field !== null && field in values)
        form.setError(field as Path<Values>, { message: text }, { shouldFocus: true });
      else setProblem(text);
    }
  });
  const field = (name: Path<Values>) => ({
    registration: form.register(name),
    error: form.getFieldState(name, form.formState).error?.message,
  });
  return { form, field, submit, busy: form.formState.isSubmitting, problem };
}
