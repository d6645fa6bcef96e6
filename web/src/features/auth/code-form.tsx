import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { useAuthForm } from '@/ui/use-auth-form';
import { addressSchema, codeSchema } from './auth-schema';
import { authMutations } from './mutations';

/** Asks for the address to which a code goes. */
export function AddressForm({
  email,
  purpose,
  onSent,
}: {
  email: string;
  purpose: 'sign-in' | 'recovery';
  onSent: (email: string) => void;
}) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: addressSchema,
    defaults: { email },
    mutation: purpose === 'recovery' ? authMutations.sendRecovery : authMutations.sendCode,
    onDone: (values) => onSent(values.email),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <Field label="E-mail" error={form.formState.errors.email?.message}>
        {(control) => (
          <TextInput {...control} type="email" autoComplete="email" {...form.register('email')} />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Send me a code
      </Button>
    </form>
  );
}

/** Takes the six digits and signs in. */
export function CodeForm({ email }: { email: string }) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: codeSchema,
    defaults: { email, code: '' },
    mutation: authMutations.signInWithCode,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <p className="text-ink-2">
        If <strong>{email}</strong> is a customer, a code is on its way. It holds for an hour.
      </p>
      <Field label="Six-digit code" error={form.formState.errors.code?.message}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.register('code')}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Sign in
      </Button>
    </form>
  );
}
