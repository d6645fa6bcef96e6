import type { UseFormRegisterReturn } from 'react-hook-form';
import { LabeledInput } from '@/ui/forms/labeled';

type AddressFieldProps = {
  /** True if the field also accepts a phone number. */
  isPhoneEnabled: boolean;
  autoComplete: 'email' | 'username';
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

export function AddressField({
  isPhoneEnabled: takesPhone,
  autoComplete,
  error,
  registration,
}: AddressFieldProps) {
  return (
    <LabeledInput
      label={takesPhone ? 'Email or phone' : 'Email'}
      hint={takesPhone ? 'Include the country code for a phone number, such as +1 212 555 0100.' : undefined}
      error={error}
      type={takesPhone ? 'text' : 'email'}
      inputMode="email"
      autoComplete={takesPhone ? 'username' : autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      {...registration}
    />
  );
}
