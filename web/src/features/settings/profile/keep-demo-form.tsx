import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthWeakPasswordError } from '@supabase/supabase-js';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { SHORTEST_PASSWORD } from '@/entities/customer/password-strength';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { customerMutations } from '../mutations';

const password = z.string().min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`);

/** Keeps a demo copy by adding an email and a password. */
export function KeepDemoForm() {
  const { mutateAsync, isPending } = useMutation(customerMutations.keep);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(z.object({ email: z.email('Enter a complete email address.'), password })),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  });
  const submit = handleSubmit(async (values) => {
    try {
      await mutateAsync(values);
      toast.success('Your demo is saved');
    } catch (error) {
      if (!isRefusal(error)) return;
      const isAboutPassword = error.code === 'weak_password';
      const text = isAboutPassword ? weakness(error) : 'An account with this email already exists.';
      setError(isAboutPassword ? 'password' : 'email', { message: text }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex max-w-120 flex-col gap-5">
      <Field label="Email" error={formState.errors.email?.message}>
        {(control) => <TextInput {...control} type="email" autoComplete="email" {...register('email')} />}
      </Field>
      <Field label="Password" error={formState.errors.password?.message}>
        {(control) => (
          <TextInput {...control} type="password" autoComplete="new-password" {...register('password')} />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isPending} className="self-start">
        Save demo
      </Button>
    </form>
  );
}

function weakness(error: { code: string }): string {
  if (error.code === 'same_password') return 'This is your current password. Choose a different one.';
  const isLeaked = isAuthWeakPasswordError(error) && error.reasons.includes('pwned');
  return isLeaked
    ? 'This password appeared in a data breach. Choose a different one.'
    : `This password is too easy to guess. Use at least ${SHORTEST_PASSWORD} characters.`;
}
