import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { AddressField, AuthForm } from './auth-form';
import { authSchemas, codeSchema, recoveryAddressSchema } from './auth-schema';
import { addressProblem, authMutations } from './mutations';
import { SendAgain } from './send-again';

type AddressFormProps = {
  address: string;
  isRecovery: boolean;
  isPhoneEnabled: boolean;
  onSent: (address: string) => void;
};

export function AddressForm({ address, isRecovery, isPhoneEnabled, onSent }: AddressFormProps) {
  const { field, submit, busy, problem } = useAuthForm({
    schema: isRecovery ? recoveryAddressSchema : authSchemas(isPhoneEnabled).sendCode,
    defaults: { address },
    mutation: isRecovery ? authMutations.sendRecovery : authMutations.sendCode,
    onDone: (values) => onSent(values.address),
    wrong: addressProblem,
  });
  return (
    <AuthForm onSubmit={submit} verb="Send code" busy={busy} problem={problem}>
      {isRecovery && isPhoneEnabled && (
        <p className="text-ink-2">
          If you use a phone number, sign in with a one-time code. Then set a new password in Settings, under
          Security.
        </p>
      )}
      <AddressField
        isPhoneEnabled={isPhoneEnabled && !isRecovery}
        autoComplete="email"
        {...field('address')}
      />
    </AuthForm>
  );
}

export function CodeForm({ address }: { address: string }) {
  const { field, submit, busy, problem } = useAuthForm({
    schema: codeSchema,
    defaults: { address, code: '' },
    mutation: authMutations.signInWithCode,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <CodeSent address={address} />
      <OneTimeCode autoFocus {...field('code')} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Button type="submit" variant="primary" size="lg" busy={busy} className="flex-1">
          Sign in
        </Button>
        <SendAgain address={address} />
      </div>
    </form>
  );
}

/** Renders the address without revealing whether it belongs to a customer. */
export function CodeSent({ address }: { address: string }) {
  return (
    <p className="text-ink-2">
      If <strong>{address}</strong> has an account, we sent it a code. The code expires in 1 hour.
    </p>
  );
}
