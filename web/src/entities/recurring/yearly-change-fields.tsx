import { INCREASE_TERMS, type IncreaseType, isAnnounced } from '@engine/bills/increase-terms.ts';
import { useFormContext } from 'react-hook-form';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { BILL_CHANGE_LABELS, CHANGE_LABELS } from './yearly-labels';

const DEPOSIT_OPTIONS = toOptions(CHANGE_LABELS);
const PAYMENT_OPTIONS = toOptions({ ...CHANGE_LABELS, ...BILL_CHANGE_LABELS });

/** Explanations of the usual increase, by type. */
const USUAL: Record<IncreaseType, string> = {
  rent: 'Rent goes up by inflation plus 0.5 points each year.',
  school: 'School fees go up by inflation plus 0.5 points each year.',
  insurance: 'Insurance goes up by inflation plus 3 points each year.',
  subscription: 'Every 18 months, a subscription under 20.00 goes up by 1.00, and one under 50.00 by 2.00.',
  phone: 'Phone and internet bills go up by inflation each January.',
  utilities: 'Utilities vary with the season, prices, and use. Enter the average bill of a year.',
  pay: 'Pay rises by inflation plus 0.5 points each year.',
};

type YearlyChangeFieldsProps = {
  kind: 'payment' | 'deposit';
  /** The type of the usual increases of such an amount; null if it stays the same. */
  usual: IncreaseType | null;
  /** True if the household's bills and pay go up. */
  isOn: boolean;
};

/** Renders the fields for the yearly change of a recurring rule. */
export function YearlyChangeFields({ kind, usual, isOn }: YearlyChangeFieldsProps) {
  const { control, watch } = useFormContext<{ yearly: string; yearlyPercent: string }>();
  const yearly = watch('yearly');
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        control={control}
        name="yearly"
        label="Yearly change"
        hint={getHint(yearly, { usual, isOn })}
        options={kind === 'payment' ? PAYMENT_OPTIONS : DEPOSIT_OPTIONS}
      />
      {yearly === 'fixed' && (
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

/** Explains a choice that depends on the type of the bill. */
function getHint(yearly: string, { usual, isOn }: Pick<YearlyChangeFieldsProps, 'usual' | 'isOn'>) {
  const type = yearly === 'usual' ? usual : isType(yearly) ? yearly : undefined;
  if (type === undefined) return undefined;
  if (type === null) return 'This usually stays the same.';
  if (!isOn) return 'It stays the same, because bill increases are off in your settings.';
  const notice = isAnnounced(type) ? ` We notify you ${INCREASE_TERMS[type].noticeDays} days before.` : '';
  return `${USUAL[type]}${notice}`;
}

const isType = (text: string): text is IncreaseType => text in USUAL;
