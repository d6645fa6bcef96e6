import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Field } from './field';
import { Select } from './select';

type SelectFieldProps<Fields extends FieldValues, Context, Details> = {
  control: Control<Fields, Context, Details>;
  name: FieldPath<Fields>;
  label: string;
  hint?: ReactNode;
  options: readonly { value: string; label: string }[];
};

/** A choice in a form. Shows its error. */
export function SelectField<Fields extends FieldValues, Context, Details>({
  control,
  name,
  label,
  hint,
  options,
}: SelectFieldProps<Fields, Context, Details>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(props) => (
        <Select {...props} {...field}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
