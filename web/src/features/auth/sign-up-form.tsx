import { PasswordField } from '@/entities/customer/password-field';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { TextLink } from '@/ui/link';
import { AddressField } from './address-field';
import { AuthForm } from './auth-form';
import { authSchemas } from './auth-schema';
import { addressProblem } from './login';
import { authMutations } from './mutations';

type SignUpFormProps = { isPhoneEnabled: boolean; onUnconfirmed: (address: string) => void };

export function SignUpForm({ isPhoneEnabled: takesPhone, onUnconfirmed }: SignUpFormProps) {
  const { form, field, submit, busy, problem } = useAuthForm({
    schema: authSchemas(takesPhone).signUp,
    defaults: { address: '', password: '' },
    mutation: authMutations.signUp,
    // If there is no session, the customer must enter the emailed code. Otherwise, the guard opens the
    // requested page.
    onDone: ({ address }) => onUnconfirmed(address),
    wrong: addressProblem,
  });
  const terms = (
    <p className="text-ink-3 text-sm">
      Pretend money only. By creating an account you agree to the{' '}
      <TextLink to="/terms-of-service">terms</TextLink> and the{' '}
      <TextLink to="/privacy-policy">privacy policy</TextLink>.
    </p>
  );
  return (
    <AuthForm onSubmit={submit} verb="Create account" busy={busy} problem={problem} below={terms}>
      <AddressField isPhoneEnabled={takesPhone} autoComplete="email" {...field('address')} />
      <PasswordField control={form.control} name="password" label="Password" isNew />
    </AuthForm>
  );
}
