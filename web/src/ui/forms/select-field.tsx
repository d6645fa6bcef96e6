import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { LabeledSelect } from './labeled';

type SelectFieldProps<Fields extends FieldValues, Context, Details> = {
  control: Control<Fields, Context, Details>;
  name: FieldPath<Fields>;
  label: string;
  note?: string;
  hint?: ReactNode;
  className?: string;
  disabled?: boolean;
  options: readonly { value: string; label: string }[];
  /** Called after the customer's choice is stored in the form's state. */
  onChosen?: (value: string) => void;
};

export function SelectField<Fields extends FieldValues, Context, Details>({
  control,
  name,
  onChosen,
  ...select
}: SelectFieldProps<Fields, Context, Details>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <LabeledSelect
      {...select}
      {...field}
      error={fieldState.error?.message}
      onChange={(event) => {
        field.onChange(event);
        onChosen?.(event.target.value);
      }}
    />
  );
}

/** Converts a map of labels by value to select options in the same order. */
export function toOptions<Value extends string>(labels: Readonly<Record<Value, string>>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
}
