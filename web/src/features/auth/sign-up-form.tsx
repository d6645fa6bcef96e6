import { PasswordInput } from '@/entities/customer/password-input';
import { PasswordStrength } from '@/entities/customer/password-strength';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextLink } from '@/ui/link';
import { AddressField } from './address-field';
import { authSchemas } from './auth-schema';
import { addressProblem } from './login';
import { authMutations } from './mutations';

type SignUpFormProps = { takesPhone: boolean; onUnconfirmed: (address: string) => void };

export function SignUpForm({ takesPhone, onUnconfirmed }: SignUpFormProps) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: authSchemas(takesPhone).signUp,
    defaults: { address: '', password: '' },
    mutation: authMutations.signUp,
    // Without a session the bank waits for the mailed code. With one, the guard continues.
    onDone: ({ address }) => onUnconfirmed(address),
    wrong: addressProblem,
  });
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <AddressField
        takesPhone={takesPhone}
        autoComplete="email"
        error={errors.address?.message}
        registration={form.register('address')}
      />
      <Field
        label="Password"
        error={errors.password?.message}
        hint={<PasswordStrength password={form.watch('password')} />}
      >
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" {...form.register('password')} />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Create account
      </Button>
      <p className="text-ink-3 text-sm">
        Pretend money only. By creating an account you agree to the{' '}
        <TextLink to="/terms-of-service">terms</TextLink> and the{' '}
        <TextLink to="/privacy-policy">privacy policy</TextLink>.
      </p>
    </form>
  );
}
