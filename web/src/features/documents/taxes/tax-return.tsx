import { type DayNumber, dayText, Zone } from '@engine/calendar/calendar.ts';
import { fromMinor, markMinor } from '@engine/money/minor.ts';
import {
  computeFiledReturn,
  computeTaxPenalty,
  getSettlementDay,
  getTaxDeadline,
  type TaxReturn as TaxReturnLines,
} from '@engine/pay/tax-return.ts';
import { getTaxTable } from '@engine/pay/tax-tables.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { BROWSER_TIME_ZONE, formatTextDate } from '@/lib/dates';
import { formatMinor, formatMoney, formatRate } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { LabeledSelect } from '@/ui/forms/labeled';
import { Review, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { DOCK } from '@/ui/page';
import { Timeline, type TimelineStep } from '@/ui/timeline';
import { type FiledReturnRow, type TaxYear, taxMutations, toFiledReturn } from './tax-queries';

const format = (amount: number) => formatMinor(markMinor(Math.abs(amount)), 'USD');
const formatDay = (day: DayNumber) => formatTextDate(dayText(day));

type TaxReturnProps = {
  year: TaxYear;
  filed: FiledReturnRow | undefined;
  /** True once the year's W-2 has arrived. */
  hasForms: boolean;
  now: string;
  /** True to keep the button that files the return at the bottom of the window on phones. */
  isDocked: boolean;
};

/** Renders a year's return on one page: the balance, its days, its lines, and what happens next. */
export function TaxReturn({ year, filed, hasForms, now, isDocked }: TaxReturnProps) {
  const zoneName = useQuery(customerQueries.me()).data?.time_zone ?? BROWSER_TIME_ZONE;
  const [isReviewing, setReviewing] = useState(false);
  const today = dayText(new Zone(zoneName).getDay(Date.parse(now)));
  const inputs = toFiledReturn(year, filed?.filed_on ?? today);
  const lines = computeFiledReturn(inputs);
  const isOpen = filed !== undefined || year.is_open;
  const settlement = getSettlementDay(inputs, lines.due);
  const penalty = isOpen ? computeTaxPenalty(inputs, lines.due, settlement) : 0;
  const isLate = isOpen && !filed && lines.due !== 0 && today > dayText(getTaxDeadline(year.tax_year));
  return (
    <div>
      {isLate && <LateNotice year={year.tax_year} due={lines.due} penalty={penalty} />}
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-16 gap-y-6">
        {isOpen && (
          <div>
            <p className="text-ink-3 text-sm">{getBalanceLabel(lines.due, penalty, filed)}</p>
            <Money amount={fromMinor(markMinor(Math.abs(lines.due + penalty)))} size="panel" />
            {penalty > 0 && (
              <p className="figures text-ink-2 text-sm">
                {format(lines.due)} tax + {format(penalty)} penalty
              </p>
            )}
            <p className="text-ink-3 text-sm">{describeShare(lines)}</p>
          </div>
        )}
        <Timeline dates steps={getSteps({ year, filed, hasForms, isLate, settlement, due: lines.due })} />
      </div>
      {!isOpen && (
        <p className="text-ink-2">You can file your return starting {formatTextDate(year.opens_on)}.</p>
      )}
      {filed && <FiledState filed={filed} inputs={inputs} due={lines.due} />}
      {isOpen && !filed && (
        <div className={isDocked ? DOCK : undefined}>
          <Button variant="primary" onClick={() => setReviewing(true)}>
            Review and file
          </Button>
        </div>
      )}
      {isOpen && <ReturnTable year={year} lines={lines} />}
      {isReviewing && (
        <FileDialog year={year} inputs={inputs} due={lines.due} onClose={() => setReviewing(false)} />
      )}
    </div>
  );
}

/** Renders the notice that a return is late, what that costs, and what to do. */
function LateNotice({ year, due, penalty }: { year: number; due: number; penalty: number }) {
  const advice =
    due < 0
      ? 'There is no penalty, because you get a refund. File to receive it.'
      : penalty > 0
        ? 'The penalty grows each month. File today to stop it.'
        : 'File today. You owe nothing more.';
  return (
    <AlertBox
      kind={penalty > 0 ? 'negative' : 'warning'}
      fact={`Late: this return was due on ${formatDay(getTaxDeadline(year))}.`}
      className="mb-6"
    >
      {advice}
    </AlertBox>
  );
}

function getBalanceLabel(due: number, penalty: number, filed: FiledReturnRow | undefined): string {
  if (due < 0) return 'Your refund';
  return penalty > 0 && !filed ? 'Amount due if you file today' : 'Amount due';
}

/** Describes the tax as a share of the income. */
function describeShare(lines: TaxReturnLines): string {
  const { tax: taxBeforeCredits, childCredit, earlyTax, missedTax, agi } = lines;
  const tax = taxBeforeCredits - childCredit + earlyTax + missedTax;
  if (tax <= 0 && agi <= lines.deduction && lines.due === 0)
    return 'You owe no federal income tax for this year, and don’t have to file.';
  if (tax <= 0) return 'You owe no federal income tax for this year.';
  if (agi <= 0) return `Your tax is ${format(tax)}.`;
  return `Tax of ${format(tax)} is ${formatRate((tax / agi) * 100)} of your income.`;
}

type StepsInput = {
  year: TaxYear;
  filed: FiledReturnRow | undefined;
  hasForms: boolean;
  isLate: boolean;
  settlement: DayNumber;
  due: number;
};

function getSteps({ year, filed, hasForms, isLate, settlement, due }: StepsInput): TimelineStep[] {
  const { tax_year, wages, opens_on } = year;
  const isSettled = Boolean(filed?.settled_at);
  const deadline = dayText(getTaxDeadline(tax_year));
  return [
    wages > 0
      ? { label: 'W-2', at: `${tax_year + 1}-01-31`, phase: hasForms ? 'past' : 'future' }
      : { label: 'Forms', at: `${tax_year + 1}-02-01`, phase: hasForms ? 'past' : 'future' },
    filed
      ? { label: 'Filed', at: filed.filed_on, phase: 'past' }
      : isLate
        ? { label: 'Late since', at: deadline, phase: 'late' }
        : hasForms
          ? { label: 'File by', at: deadline, phase: 'present' }
          : { label: 'File from', at: opens_on, phase: 'future' },
    {
      label: due < 0 ? 'Refund' : 'Payment',
      at: filed?.settled_at ?? (filed ? dayText(settlement) : null),
      phase: isSettled ? 'past' : filed ? 'present' : 'future',
    },
  ];
}

/** A line of the return, with the start and end of its bar as amounts. */
type Line = {
  label: string;
  amount: number;
  from: number;
  to: number;
  tone: string;
  isDashed?: boolean;
  isHidden?: boolean;
};

/** Returns true if funds were sold in the year. */
const hasGains = ({ short_term_gain, long_term_gain }: TaxYear) =>
  short_term_gain !== null || long_term_gain !== null;

/** Renders the lines of the return with bars, so that each line starts where the line before it ends. */
function ReturnTable({ year, lines }: { year: TaxYear; lines: TaxReturnLines }) {
  const { wages, interest, dividends, distributions, gain, adjustments, agi, withheld, due } = lines;
  const { unemployment, deduction, taxable, tax, childCredit, refundableCredit, earlyTax, missedTax } = lines;
  const compensation = wages + unemployment;
  const withDividends = compensation + interest + dividends;
  const income = withDividends + distributions;
  const withEarly = tax - childCredit + earlyTax;
  const total = withEarly + missedTax;
  const paid = withheld + refundableCredit;
  const { isEstimated } = getTaxTable(year.tax_year, year.inflation);
  const rows: Line[] = [
    { label: 'Wages', amount: wages, from: 0, to: wages, tone: 'bg-ink' },
    {
      ...{ label: 'Unemployment benefits', amount: unemployment, isHidden: unemployment <= 0 },
      ...{ from: wages, to: compensation, tone: 'bg-ink' },
    },
    {
      ...{ label: 'Taxable interest', amount: interest },
      ...{ from: compensation, to: compensation + interest, tone: 'bg-ink' },
    },
    {
      ...{ label: 'Dividends', amount: dividends, isHidden: dividends <= 0 },
      ...{ from: compensation + interest, to: withDividends, tone: 'bg-ink' },
    },
    {
      ...{ label: 'Retirement withdrawals', amount: distributions, isHidden: distributions <= 0 },
      ...{ from: withDividends, to: income, tone: 'bg-ink' },
    },
    {
      ...{ label: gain < 0 ? 'Capital loss' : 'Capital gain', amount: gain, isHidden: !hasGains(year) },
      ...{ from: Math.min(income, income + gain), to: Math.max(income, income + gain) },
      tone: gain < 0 ? 'bg-chart-2' : 'bg-ink',
    },
    {
      ...{ label: 'Retirement and HSA contributions', amount: -adjustments, isHidden: adjustments <= 0 },
      ...{ from: agi, to: agi + adjustments, tone: '', isDashed: true },
    },
    { label: 'Adjusted gross income', amount: agi, from: 0, to: agi, tone: 'bg-ink' },
    { label: 'Standard deduction', amount: -deduction, from: taxable, to: agi, tone: '', isDashed: true },
    { label: 'Taxable income', amount: taxable, from: 0, to: taxable, tone: 'bg-ink' },
    { label: 'Tax', amount: tax, from: 0, to: tax, tone: 'bg-chart-2' },
    {
      ...{ label: 'Child tax credit', amount: -childCredit, isHidden: childCredit <= 0 },
      ...{ from: tax - childCredit, to: tax, tone: '', isDashed: true },
    },
    {
      ...{ label: 'Additional tax on early withdrawals', amount: earlyTax, isHidden: earlyTax <= 0 },
      ...{ from: tax - childCredit, to: withEarly, tone: 'bg-chart-2' },
    },
    {
      ...{ label: 'Excise tax on missed required distributions', amount: missedTax },
      ...{ isHidden: missedTax <= 0, from: withEarly, to: total, tone: 'bg-chart-2' },
    },
    { label: 'Federal income tax withheld', amount: -withheld, from: 0, to: withheld, tone: 'bg-ink' },
    {
      ...{ label: 'Refundable child tax credit', amount: -refundableCredit, isHidden: refundableCredit <= 0 },
      ...{ from: withheld, to: paid, tone: 'bg-ink' },
    },
  ];
  const balance: Line = {
    label: due < 0 ? 'Refund' : 'Amount due',
    amount: Math.abs(due),
    from: Math.min(total, paid),
    to: Math.max(total, paid),
    tone: due < 0 ? 'bg-accent' : 'bg-chart-2',
  };
  const whole = Math.max(agi + adjustments, income, paid, 1);
  return (
    <>
      <table className="mt-8 w-full">
        <caption className="mb-2 text-left font-semibold">Tax return {year.tax_year}</caption>
        <tbody>
          {rows
            .filter(({ isHidden }) => !isHidden)
            .map((row) => (
              <ReturnRow key={row.label} row={row} whole={whole} />
            ))}
          <ReturnRow row={balance} whole={whole} isTotal />
        </tbody>
      </table>
      <p className="mt-2 text-ink-3 text-sm">
        Lines are in whole dollars. Tax follows the brackets; the IRS Tax Table can differ by a few dollars.
        {hasGains(year) &&
          ' Gains on fund units held for more than a year are taxed at 0, 15, or 20%. Losses lower income by up to $3,000, and the rest isn’t carried forward.'}
        {dividends > 0 &&
          ' All dividends of stock funds count as qualified and are taxed like long-term gains.'}
        {year.nondeductible !== null &&
          ` ${formatMoney(year.nondeductible)} of your IRA contributions doesn’t lower your income, because a 401(k) covers you at work and your income is above the limit.`}
        {year.is_senior &&
          ' The standard deduction is higher, because you were 65 or older at the end of the year.'}
        {missedTax > 0 &&
          ' The excise tax is 25% of a missed required distribution, and 10% of the part that you withdrew before filing.'}
        {isEstimated && ` Tax amounts for ${year.tax_year} are estimated.`} Simplified. Not tax advice.
      </p>
    </>
  );
}

type ReturnRowProps = { row: Line; whole: number; isTotal?: boolean };

function ReturnRow({ row, whole, isTotal = false }: ReturnRowProps) {
  const { label, amount, from, to, tone, isDashed } = row;
  return (
    <tr className={isTotal ? 'border-ink border-t' : 'border-line border-b'}>
      <th
        scope="row"
        className={classNames('py-2.5 pr-4 text-left', isTotal ? 'font-semibold' : 'font-normal')}
      >
        {label}
      </th>
      <td aria-hidden className="w-1/3 py-2.5 max-md:hidden">
        <div
          className={classNames(
            'h-2 rounded-full',
            isDashed ? 'border border-line-strong border-dashed' : tone,
          )}
          style={{
            marginLeft: `${(from / whole) * 100}%`,
            width: `max(2px, ${((to - from) / whole) * 100}%)`,
          }}
        />
      </td>
      <td className="py-2.5 pl-6 text-right">
        <Money amount={fromMinor(markMinor(amount))} className={isTotal ? undefined : 'font-normal!'} />
      </td>
    </tr>
  );
}

type BalanceProps = { inputs: ReturnType<typeof toFiledReturn>; due: number };

/** Describes what happened or will happen with the balance of a filed return. */
function FiledState({ filed, inputs, due }: BalanceProps & { filed: FiledReturnRow }) {
  const day = getSettlementDay(inputs, due);
  const at = `Filed on ${formatTextDate(filed.filed_on ?? '')}.`;
  if (filed.settled_at)
    return (
      <p className="text-ink-2">
        {at} {due < 0 ? 'Your refund arrived' : 'Your payment was made'} on {formatTextDate(filed.settled_at)}
        .
        {filed.transaction_id && (
          <>
            {' '}
            <TextLink to={`/transactions?open=${filed.transaction_id}`}>View transaction</TextLink>
          </>
        )}
      </p>
    );
  return <p className="text-ink-2">{`${at} ${describePlan(inputs, due, day)}`}</p>;
}

function describePlan(inputs: BalanceProps['inputs'], due: number, day: DayNumber): string {
  if (due === 0) return 'Nothing is due.';
  if (due < 0) return `Your refund of ${format(due)} arrives on ${formatDay(day)}.`;
  const penalty = computeTaxPenalty(inputs, due, day);
  const late =
    penalty > 0 ? ` This includes ${format(penalty)} in penalties, because the return is late.` : '';
  return `We pay ${format(due + penalty)} on ${formatDay(day)}.${late}`;
}

/** Lets the customer choose an account, review the balance, and file the return. */
function FileDialog({ year, inputs, due, onClose }: BalanceProps & { year: TaxYear; onClose: () => void }) {
  const accounts = (useQuery(accountQueries.list()).data ?? []).filter(
    (account) => isUsable(account) && account.currency === 'USD',
  );
  const [chosen, setChosen] = useState('');
  const file = useIdempotentMutation(taxMutations.file);
  const accountId = chosen || (accounts.find(({ type }) => type === 'CHECKING') ?? accounts[0])?.id;
  const day = getSettlementDay(inputs, due);
  const penalty = computeTaxPenalty(inputs, due, day);
  const confirm = () =>
    accountId &&
    file.mutate(
      { tax_year: year.tax_year, account_id: accountId },
      {
        onSuccess: () => {
          toast.success(`Tax return ${year.tax_year} filed`);
          onClose();
        },
        onError: toastRefusal('USD'),
      },
    );
  return (
    <Dialog onClose={onClose} title={`File your tax return for ${year.tax_year}?`}>
      <ReviewStep confirm="File tax return" busy={file.isPending} onConfirm={confirm} onEdit={onClose}>
        <LabeledSelect
          label={due < 0 ? 'Refund to' : 'Pay from'}
          value={accountId ?? ''}
          onChange={({ target }) => setChosen(target.value)}
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Review>
          <ReviewLine label={due < 0 ? 'Refund' : 'Amount due'}>{format(due)}</ReviewLine>
          {penalty > 0 && (
            <ReviewLine label="Late-filing and late-payment penalty">{format(penalty)}</ReviewLine>
          )}
          <ReviewLine label={due < 0 ? 'Arrives on' : 'Paid on'}>{formatDay(day)}</ReviewLine>
        </Review>
        <p className="text-ink-2 text-sm">You can't change a return after you file it.</p>
      </ReviewStep>
    </Dialog>
  );
}
