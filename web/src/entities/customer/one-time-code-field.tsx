import type { ClipboardEvent, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { codeIn } from '@/entities/customer/one-time-code';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';

type OneTimeCodeProps = {
  label?: string;
  hint?: ReactNode;
  error: string | undefined;
  autoFocus?: boolean;
  registration: UseFormRegisterReturn;
};

/**
 * Renders a field for a six-digit code. Phones suggest the code from text messages, and pasted text can
 * contain other words.
 */
export function OneTimeCode({
  label = '6-digit code',
  hint,
  error,
  autoFocus,
  registration,
}: OneTimeCodeProps) {
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const code = codeIn(event.clipboardData.getData('text'));
    if (code === null) return;
    event.preventDefault();
    event.currentTarget.value = code;
    void registration.onChange({ target: event.currentTarget, type: 'change' });
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...registration}
          autoFocus={autoFocus}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          className="figures"
          onPaste={paste}
        />
      )}
    </Field>
  );
}
