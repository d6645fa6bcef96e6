import { fromMinor, ZERO } from '@engine/money/minor.ts';
import type { CsvMapping } from '@/entities/statement-file/imports/csv/csv-columns';
import { type DateOrder, readDay } from '@/entities/statement-file/imports/days';
import type { Recognized } from '@/entities/statement-file/imports/recognize';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Segmented } from '@/ui/forms/segmented';

/** The customer's answers about the open file. */
export type FileAnswers = { order?: DateOrder; isInverted?: boolean };

type FileQuestionsProps = {
  recognized: Recognized;
  answers: FileAnswers;
  onAnswer: (answers: FileAnswers) => void;
};

/** Returns true if the file leaves a question that the customer hasn't answered. */
export function hasOpenQuestion({ csv, days }: Recognized, answers: FileAnswers): boolean {
  const isOrderOpen =
    (csv?.mapping.isOrderAmbiguous || days?.isOrderAmbiguous) && answers.order === undefined;
  return Boolean(isOrderOpen || (csv?.mapping.isSignAmbiguous && answers.isInverted === undefined));
}

/** Renders the questions that only the customer can answer: the date order and the sign of money out. */
export function FileQuestions({ recognized, answers, onAnswer }: FileQuestionsProps) {
  const { csv, days } = recognized;
  return (
    <>
      {(csv?.mapping.isOrderAmbiguous || days?.isOrderAmbiguous) && (
        <DayOrder
          example={getDayExample(csv)}
          value={answers.order ?? null}
          onChange={(order) => onAnswer({ ...answers, order })}
        />
      )}
      {csv?.mapping.isSignAmbiguous && (
        <SignChoice
          recognized={recognized}
          value={answers.isInverted ?? null}
          onChange={(isInverted) => onAnswer({ ...answers, isInverted })}
        />
      )}
    </>
  );
}

/** Returns the first date of the table that could be read both ways. */
function getDayExample(csv: Recognized['csv']): string | null {
  const column = csv?.mapping.columns.date;
  if (!csv || column === undefined) return null;
  const days = csv.table.rows.slice((csv.mapping.header ?? -1) + 1).map(({ cells }) => cells[column] ?? '');
  return days.find((day) => readDay(day, 'dmy') !== readDay(day, 'mdy')) ?? null;
}

const DATE_ORDER_OPTIONS = [
  { value: 'dmy', label: 'Day first' },
  { value: 'mdy', label: 'Month first' },
] as const;

type DayOrderProps = {
  /** A date of the file; null if the question names a general one. */
  example: string | null;
  value: DateOrder | null;
  onChange: (order: DateOrder) => void;
};

function DayOrder({ example, value, onChange }: DayOrderProps) {
  const text = example ?? '04/03/2026';
  const [dayFirst, monthFirst] = (['dmy', 'mdy'] as const).map((order) => readDay(text, order));
  return (
    <div className="rounded-2 bg-warning-soft p-4">
      <p className="mb-3 max-w-140">
        <strong className="font-semibold">The dates are ambiguous.</strong> Is {text}{' '}
        {dayFirst && formatTextDate(dayFirst)} or {monthFirst && formatTextDate(monthFirst)}?
      </p>
      <Segmented
        label="Date format"
        value={value}
        onValueChange={onChange}
        options={DATE_ORDER_OPTIONS}
        className="max-w-80 bg-surface"
      />
    </div>
  );
}

const SIGN_OPTIONS = [
  { value: 'out', label: 'Money out' },
  { value: 'in', label: 'Money in' },
] as const;

type SignChoiceProps = {
  recognized: Recognized;
  value: boolean | null;
  onChange: (isInverted: boolean) => void;
};

function SignChoice({ recognized: { read, csv }, value, onChange }: SignChoiceProps) {
  const isInverted = (mapping: CsvMapping | undefined) => mapping?.isInverted ?? false;
  const [statement] = read.statements;
  const row = statement?.rows.find(({ amount }) => amount !== null && amount !== 0);
  // The row has already been read with the current sign.
  const isPositive = (row?.amount ?? 0) > 0 !== isInverted(csv?.mapping);
  const amount = formatMoney(fromMinor(row?.amount ?? ZERO), statement?.currency ?? 'USD').replace(
    /^\u2212/,
    '',
  );
  return (
    <div className="rounded-2 bg-warning-soft p-4">
      <p className="mb-3 max-w-140">
        <strong className="font-semibold">We aren't sure which way money moved.</strong> Is “
        {row?.description || row?.payee}” ({amount}) money out or money in?
      </p>
      <Segmented
        label="Direction of the amount"
        value={value === null ? null : value === isPositive ? 'out' : 'in'}
        onValueChange={(direction) => onChange((direction === 'out') === isPositive)}
        options={SIGN_OPTIONS}
        className="max-w-80 bg-surface"
      />
    </div>
  );
}
