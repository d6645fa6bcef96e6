import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { PasswordInput } from '@/entities/customer/password-input';
import { PasswordStrength } from '@/entities/customer/password-strength';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { recoverSchema } from './auth-schema';
import { CodeSent } from './code-form';
import { authMutations } from './mutations';

/** Asks for the recovery code and the new password. */
export function RecoveryForm({ address }: { address: string }) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: recoverSchema,
    defaults: { address, code: '', password: '' },
    mutation: authMutations.recover,
  });
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <CodeSent address={address} />
      <OneTimeCode autoFocus error={errors.code?.message} registration={form.register('code')} />
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
        Set new password
      </Button>
    </form>
  );
}
