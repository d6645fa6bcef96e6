import type { ComponentProps } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { LabeledInput, LabeledTextArea } from './labeled';

type FormField<Fields extends FieldValues, Context, Details> = {
  control: Control<Fields, Context, Details>;
  name: FieldPath<Fields>;
};

type TextFieldProps<Component extends typeof LabeledInput | typeof LabeledTextArea> = Omit<
  ComponentProps<Component>,
  'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'error'
>;

export function TextField<Fields extends FieldValues, Context, Details>({
  control,
  name,
  ...input
}: FormField<Fields, Context, Details> & TextFieldProps<typeof LabeledInput>) {
  const { field, fieldState } = useController({ control, name });
  return <LabeledInput autoComplete="off" {...input} {...field} error={fieldState.error?.message} />;
}

export function TextAreaField<Fields extends FieldValues, Context, Details>({
  control,
  name,
  ...input
}: FormField<Fields, Context, Details> & TextFieldProps<typeof LabeledTextArea>) {
  const { field, fieldState } = useController({ control, name });
  return <LabeledTextArea {...input} {...field} error={fieldState.error?.message} />;
}
