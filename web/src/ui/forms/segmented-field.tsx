import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Segmented } from './segmented';

type SegmentedFieldProps<Fields extends FieldValues, Context, Details> = {
  control: Control<Fields, Context, Details>;
  name: FieldPath<Fields>;
  label: string;
  /** Shows the label above the options. */
  showsLabel?: boolean;
  options: readonly { value: string; label: string }[];
  className?: string;
};

export function SegmentedField<Fields extends FieldValues, Context, Details>({
  control,
  name,
  showsLabel = false,
  ...segmented
}: SegmentedFieldProps<Fields, Context, Details>) {
  const { field } = useController({ control, name });
  const choice = <Segmented {...segmented} value={field.value} onValueChange={field.onChange} />;
  if (!showsLabel) return choice;
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden className="font-medium text-sm">
        {segmented.label}
      </p>
      {choice}
    </div>
  );
}
