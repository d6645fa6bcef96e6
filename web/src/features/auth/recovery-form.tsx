import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { PasswordInput } from '@/ui/password-input';
import { PasswordStrength } from '@/ui/password-strength';
import { TextInput } from '@/ui/text-input';
import { useAuthForm } from '@/ui/use-auth-form';
import { recoverSchema } from './auth-schema';
import { authMutations } from './mutations';

/** Takes the code of a forgotten password and the new password. */
export function RecoveryForm({ email }: { email: string }) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: recoverSchema,
    defaults: { email, code: '', password: '' },
    mutation: authMutations.recover,
  });
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <p className="text-ink-2">
        If <strong>{email}</strong> is a customer, a code is on its way. It holds for an hour.
      </p>
      <Field label="Six-digit code" error={errors.code?.message}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.register('code')}
          />
        )}
      </Field>
      <Field
        label="New password"
        error={errors.password?.message}
        hint={<PasswordStrength password={form.watch('password')} />}
      >
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" {...form.register('password')} />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Set the new password
      </Button>
    </form>
  );
}
