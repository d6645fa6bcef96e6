import { type DayNumber, dayText, Zone } from '@engine/calendar/calendar.ts';
import { fromMinor, markMinor } from '@engine/money/minor.ts';
import {
  computeFiledReturn,
  computeTaxPenalty,
  getSettlementDay,
  type TaxReturn as TaxReturnLines,
} from '@engine/pay/tax-return.ts';
import { getTaxTable } from '@engine/pay/tax-tables.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { BROWSER_TIME_ZONE, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { LabeledSelect } from '@/ui/forms/labeled';
import { Review, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { type FiledReturnRow, type TaxYear, taxMutations, toFiledReturn } from './tax-queries';

const format = (amount: number) => formatMoney(fromMinor(markMinor(Math.abs(amount))), 'USD');
const formatDay = (day: DayNumber) => formatTextDate(dayText(day));

type TaxReturnProps = { year: TaxYear; filed: FiledReturnRow | undefined; now: string };

/** Renders a year's return on one page: its lines, and what happens with the balance. */
export function TaxReturn({ year, filed, now }: TaxReturnProps) {
  const zoneName = useQuery(customerQueries.me()).data?.time_zone ?? BROWSER_TIME_ZONE;
  const [isReviewing, setReviewing] = useState(false);
  const today = dayText(new Zone(zoneName).getDay(Date.parse(now)));
  if (!filed && !year.is_open)
    return <p className="mt-4 text-ink-2">You can do your taxes from {formatTextDate(year.opens_on)} on.</p>;
  const inputs = toFiledReturn(year, filed?.filed_on ?? today);
  const lines = computeFiledReturn(inputs);
  return (
    <div className="mt-6 max-w-140">
      <ReturnTable year={year} lines={lines} />
      {filed ? (
        <FiledState filed={filed} inputs={inputs} due={lines.due} />
      ) : (
        <Button variant="primary" className="mt-5" onClick={() => setReviewing(true)}>
          Review and file
        </Button>
      )}
      {isReviewing && (
        <FileDialog year={year} inputs={inputs} due={lines.due} onClose={() => setReviewing(false)} />
      )}
    </div>
  );
}

function ReturnTable({ year, lines }: { year: TaxYear; lines: TaxReturnLines }) {
  const rows: [label: string, amount: number][] = [
    ['Wages', lines.wages],
    ['Taxable interest', lines.interest],
    ['Adjusted gross income', lines.agi],
    ['Standard deduction', -lines.deduction],
    ['Taxable income', lines.taxable],
    ['Tax', lines.tax],
    ['Federal income tax withheld', -lines.withheld],
  ];
  const { isEstimated } = getTaxTable(year.tax_year, year.inflation);
  return (
    <>
      <table className="w-full">
        <caption className="mb-2 text-left font-semibold">Tax return {year.tax_year}</caption>
        <tbody>
          {rows.map(([label, amount]) => (
            <tr key={label} className="border-line border-b">
              <th scope="row" className="py-2.5 pr-4 text-left font-normal">
                {label}
              </th>
              <td className="py-2.5 text-right">
                <Money amount={fromMinor(markMinor(amount))} className="font-normal!" />
              </td>
            </tr>
          ))}
          <tr className="border-ink">
            <th scope="row" className="py-2.5 pr-4 text-left font-semibold">
              {lines.due < 0 ? 'Refund' : 'Amount due'}
            </th>
            <td className="py-2.5 text-right">
              <Money amount={fromMinor(markMinor(Math.abs(lines.due)))} />
            </td>
          </tr>
        </tbody>
      </table>
      <p className="mt-2 text-ink-3 text-sm">
        Lines are in whole dollars. Tax follows the brackets; the IRS Tax Table can differ by a few dollars.
        {isEstimated && ` Tax amounts for ${year.tax_year} are estimated.`} Simplified. Not tax advice.
      </p>
    </>
  );
}

type BalanceProps = { inputs: ReturnType<typeof toFiledReturn>; due: number };

/** Describes what happened or will happen with the balance of a filed return. */
function FiledState({ filed, inputs, due }: BalanceProps & { filed: FiledReturnRow }) {
  const day = getSettlementDay(inputs, due);
  const at = `Filed on ${formatTextDate(filed.filed_on ?? '')}.`;
  if (filed.settled_at)
    return (
      <p className="mt-5 text-ink-2">
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
  return <p className="mt-5 text-ink-2">{`${at} ${describePlan(inputs, due, day)}`}</p>;
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
