import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';

type YearlyChangeFieldsProps = {
  /** The selected option; the percentage field shows only for `fixed`. */
  yearly: 'none' | 'fixed' | 'inflation';
  error: string | undefined;
  yearlyField: UseFormRegisterReturn;
  percentField: UseFormRegisterReturn;
};

/** Renders the yearly adjustment of a recurring rule, applied on the anniversary of its first day. */
export function YearlyChangeFields({ yearly, error, yearlyField, percentField }: YearlyChangeFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Yearly change">
        {(field) => (
          <Select {...field} {...yearlyField}>
            <option value="none">Stays the same</option>
            <option value="fixed">Rises by a percentage</option>
            <option value="inflation">Rises with inflation</option>
          </Select>
        )}
      </Field>
      {yearly === 'fixed' && (
        <Field label="Percent a year" error={error}>
          {(field) => (
            <TextInput {...field} inputMode="decimal" placeholder="3" autoComplete="off" {...percentField} />
          )}
        </Field>
      )}
    </div>
  );
}
