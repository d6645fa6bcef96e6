import { PasswordField } from '@/entities/customer/password-field';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { AddressField } from './address-field';
import { authSchemas } from './auth-schema';
import { addressProblem } from './login';
import { authMutations } from './mutations';

type SignUpFormProps = { isPhoneEnabled: boolean; onUnconfirmed: (address: string) => void };

export function SignUpForm({ isPhoneEnabled: takesPhone, onUnconfirmed }: SignUpFormProps) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: authSchemas(takesPhone).signUp,
    defaults: { address: '', password: '' },
    mutation: authMutations.signUp,
    // Without a session the bank waits for the mailed code. With one, the guard continues.
    onDone: ({ address }) => onUnconfirmed(address),
    wrong: addressProblem,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <AddressField
        isPhoneEnabled={takesPhone}
        autoComplete="email"
        error={form.formState.errors.address?.message}
        registration={form.register('address')}
      />
      <PasswordField control={form.control} name="password" label="Password" isNew />
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
