import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { AlertBox } from '@/ui/alert-box';
import { Form } from '@/ui/forms/form';
import { LabeledInput } from '@/ui/forms/labeled';

type AuthFormProps = ComponentProps<typeof Form> & {
  /** The error message for the whole form; null if there is none. */
  problem: string | null;
};

export function AuthForm({ problem, children, ...form }: AuthFormProps) {
  return (
    <Form {...form}>
      {problem && <AlertBox kind="negative" fact={problem} />}
      {children}
    </Form>
  );
}

type AddressFieldProps = {
  /** True if the field also accepts a phone number. */
  isPhoneEnabled: boolean;
  /** `webauthn` lets the browser suggest passkeys. */
  autoComplete: 'email' | 'username webauthn';
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

export function AddressField({ isPhoneEnabled, autoComplete, error, registration }: AddressFieldProps) {
  return (
    <LabeledInput
      label={isPhoneEnabled ? 'Email or phone' : 'Email'}
      hint={
        isPhoneEnabled ? 'Include the country code for a phone number, such as +1 212 555 0100.' : undefined
      }
      error={error}
      type={isPhoneEnabled ? 'text' : 'email'}
      inputMode="email"
      autoComplete={isPhoneEnabled && autoComplete === 'email' ? 'username' : autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      {...registration}
    />
  );
}
