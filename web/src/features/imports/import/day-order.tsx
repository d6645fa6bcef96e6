import type { DateOrder } from '@/entities/statement-file/imports/days';
import { Segmented } from '@/ui/forms/segmented';

export const ORDER_LABELS: Record<DateOrder, string> = {
  dmy: 'Day first',
  mdy: 'Month first',
  ymd: 'Year first',
};

/** Lets the customer choose the order of ambiguous dates. */
export function DayOrder({ value, onChange }: { value: DateOrder; onChange: (order: DateOrder) => void }) {
  return (
    <div className="rounded-2 bg-warning-soft p-4">
      <p className="mb-3 max-w-140">
        <strong className="font-semibold">The dates are ambiguous.</strong> Is 04/03 April 3 or March 4?
      </p>
      <Segmented
        label="Date format"
        value={value}
        onValueChange={onChange}
        options={(['dmy', 'mdy'] as const).map((order) => ({ value: order, label: ORDER_LABELS[order] }))}
        className="max-w-80 bg-surface"
      />
    </div>
  );
}
