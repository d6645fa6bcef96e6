import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { AmountField } from '@/ui/forms/amount-field';

type BillFieldsProps<Fields extends FieldValues, Details> = {
  control: Control<Fields, unknown, Details>;
  currency: string;
};

/** Renders the yearly bills that escrow pays: `propertyTax` and `homeInsurance`. */
export function BillFields<
  Fields extends FieldValues & { propertyTax: string; homeInsurance: string },
  Details,
>({ control, currency }: BillFieldsProps<Fields, Details>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <AmountField
        control={control}
        name={'propertyTax' as FieldPath<Fields>}
        label="Annual property tax"
        hint="Due in April and October"
        currency={currency}
      />
      <AmountField
        control={control}
        name={'homeInsurance' as FieldPath<Fields>}
        label="Annual home insurance"
        hint="Due in September"
        currency={currency}
      />
    </div>
  );
}
