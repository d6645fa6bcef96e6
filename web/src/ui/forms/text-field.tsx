import type { ComponentProps, ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Field } from './field';
import { TextArea, TextInput } from './text-input';

type TextFieldProps<Fields extends FieldValues, Context, Details> = Omit<
  ComponentProps<'input'>,
  'name' | 'value' | 'onChange' | 'onBlur' | 'ref'
> & {
  control: Control<Fields, Context, Details>;
  name: FieldPath<Fields>;
  label: string;
  /** A note beside the label, such as "optional". */
  note?: string | undefined;
  hint?: ReactNode;
};

/** A text field of a form. Shows its error. */
export function TextField<Fields extends FieldValues, Context, Details>({
  control,
  name,
  label,
  note,
  hint,
  ...input
}: TextFieldProps<Fields, Context, Details>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} note={note} hint={hint} error={fieldState.error?.message}>
      {(props) => <TextInput autoComplete="off" {...input} {...props} {...field} />}
    </Field>
  );
}

/** A text field with several lines. */
export function TextAreaField<Fields extends FieldValues, Context, Details>({
  control,
  name,
  label,
  note,
  hint,
}: Pick<TextFieldProps<Fields, Context, Details>, 'control' | 'name' | 'label' | 'note' | 'hint'>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} note={note} hint={hint} error={fieldState.error?.message}>
      {(props) => <TextArea {...props} {...field} />}
    </Field>
  );
}
