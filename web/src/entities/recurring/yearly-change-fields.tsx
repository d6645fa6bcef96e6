import { useFormContext } from 'react-hook-form';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';

const YEARLY_CHANGES = toOptions({
  none: 'Stays the same',
  fixed: 'Rises by a percentage',
  inflation: 'Rises with inflation',
});

/**
 * Renders the fields for the yearly adjustment of a recurring rule. The adjustment applies on each
 * anniversary of the rule's first day.
 */
export function YearlyChangeFields() {
  const { control, watch } = useFormContext<{ yearly: string; yearlyPercent: string }>();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField control={control} name="yearly" label="Yearly change" options={YEARLY_CHANGES} />
      {watch('yearly') === 'fixed' && (
        <TextField
          control={control}
          name="yearlyPercent"
          label="Percent a year"
          inputMode="decimal"
          placeholder="3"
        />
      )}
    </div>
  );
}
