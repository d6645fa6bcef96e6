import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Field } from '@/ui/forms/field';
import { PasswordInput } from './password-input';
import { PasswordStrength } from './password-strength';

type PasswordFieldProps<Fields extends FieldValues> = {
  control: Control<Fields>;
  name: FieldPath<Fields>;
  label: string;
  /** True for a new password; the field then shows the password's strength. */
  isNew?: boolean;
  autoFocus?: boolean;
};

export function PasswordField<Fields extends FieldValues>({
  control,
  name,
  label,
  isNew = false,
  autoFocus = false,
}: PasswordFieldProps<Fields>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field
      label={label}
      error={fieldState.error?.message}
      hint={isNew && <PasswordStrength password={field.value} />}
    >
      {(props) => (
        <PasswordInput
          {...props}
          {...field}
          autoFocus={autoFocus}
          autoComplete={isNew ? 'new-password' : 'current-password'}
        />
      )}
    </Field>
  );
}
