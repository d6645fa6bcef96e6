import { PasswordInput } from '@/entities/customer/password-input';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { enteredBefore } from '@/lib/bundle/hydrated';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { AddressField } from './address-field';
import { authSchemas } from './auth-schema';
import { addressProblem } from './login';
import { authMutations } from './mutations';

export function SignInForm({
  address,
  takesPhone,
  onForgotten,
  onCode,
}: {
  address: string;
  takesPhone: boolean;
  onForgotten: () => void;
  onCode: () => void;
}) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: authSchemas(takesPhone).signIn,
    defaults: { address: address || enteredBefore('address'), password: enteredBefore('password') },
    mutation: authMutations.signIn,
    wrong: addressProblem,
  });
  const { errors } = form.formState;
  return (
    // Keeps the fields out of the address if scripts don't run.
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <AddressField
        takesPhone={takesPhone}
        autoComplete="username"
        error={errors.address?.message}
        registration={form.register('address')}
      />
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} autoComplete="current-password" {...form.register('password')} />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Sign in
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
        <button type="button" className="text-link" onClick={onForgotten}>
          Forgot password?
        </button>
        <button type="button" className="text-link" onClick={onCode}>
          Sign in with a one-time code
        </button>
      </div>
    </form>
  );
}
