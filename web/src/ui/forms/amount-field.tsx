import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { AmountInput } from './amount-input';
import { Field } from './field';

type AmountFieldProps<Fields extends FieldValues, Context, Details> = {
  control: Control<Fields, Context, Details>;
  name: FieldPath<Fields>;
  label: string;
  note?: string | undefined;
  hint?: ReactNode;
  currency?: string | undefined;
  size?: 'page' | 'field';
  autoFocus?: boolean;
  className?: string;
};

/** Renders an amount field of a form. Keeps the typed text and shows the field's error. */
export function AmountField<Fields extends FieldValues, Context, Details>({
  control,
  name,
  label,
  note,
  hint,
  className,
  size = 'field',
  ...rest
}: AmountFieldProps<Fields, Context, Details>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} note={note} hint={hint} error={fieldState.error?.message} className={className}>
      {(props) => (
        <AmountInput
          {...props}
          {...rest}
          size={size}
          value={field.value}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
        />
      )}
    </Field>
  );
}
