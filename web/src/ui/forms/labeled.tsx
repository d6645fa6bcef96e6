import type { ComponentType } from 'react';
import { type ControlProps, Field, type FieldText } from './field';
import { Select } from './select';
import { TextArea, TextInput } from './text-input';

type LabeledProps<Control> = Omit<Control, keyof FieldText> & FieldText & { className?: string | undefined };

/** Adds a label, hint, and error to a control. The new component's `className` applies to the whole field. */
export function withLabel<Props extends object>(Control: ComponentType<Props>) {
  return function Labeled({ label, note, hint, error, className, ...control }: LabeledProps<Props>) {
    return (
      <Field label={label} note={note} hint={hint} error={error} className={className}>
        {(linked: ControlProps) => <Control {...linked} {...(control as unknown as Props)} />}
      </Field>
    );
  };
}

export const LabeledInput = withLabel(TextInput);
export const LabeledTextArea = withLabel(TextArea);
export const LabeledSelect = withLabel(Select);
