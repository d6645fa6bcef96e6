import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { documentCalls } from '@/entities/document/documents';
import { formatTextDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { detailQueries, type PayHistory } from './queries';

type Line = { label: string; field: Amount; isDeduction?: true; isTotal?: true };
type Amount =
  | 'gross'
  | 'retirement'
  | 'health'
  | 'hsa'
  | 'federal_tax'
  | 'social_security'
  | 'medicare'
  | 'state_tax'
  | 'net'
  | 'employer_match';

const LINES: readonly Line[] = [
  { label: 'Gross pay', field: 'gross' },
  { label: '401(k)', field: 'retirement', isDeduction: true },
  { label: 'Health insurance', field: 'health', isDeduction: true },
  { label: 'HSA', field: 'hsa', isDeduction: true },
  { label: 'Federal income tax', field: 'federal_tax', isDeduction: true },
  { label: 'Social Security', field: 'social_security', isDeduction: true },
  { label: 'Medicare', field: 'medicare', isDeduction: true },
  { label: 'State income tax', field: 'state_tax', isDeduction: true },
  { label: 'Net pay', field: 'net', isTotal: true },
];

/** Renders the pay stub of a paycheck with its year-to-date totals, or nothing if there is no pay stub. */
export function PayStub({ entryId }: { entryId: number }) {
  const { data: stub } = useQuery(detailQueries.payStub(entryId));
  const save = useMutation(documentCalls.payStub);
  if (!stub) return null;
  const lines = LINES.filter(({ field }) => getTotal(stub, field) > 0);
  const match = stub.employer_match ?? 0;
  const steps = getSteps(stub, lines);
  return (
    <section aria-label="Pay stub" className="mb-6">
      <h3 className="mb-2 font-semibold">Pay stub</h3>
      <p className="mb-2 text-ink-2 text-sm">
        {stub.employer}, paid {formatTextDate(stub.pay_date ?? '')}
      </p>
      <table className="w-full">
        <caption className="sr-only">Pay stub from gross to net</caption>
        <thead>
          <tr className="border-line border-b text-ink-3 text-sm">
            <th className="py-1.5 text-left font-normal">Item</th>
            <th className="py-1.5 pl-3 text-right font-normal">This paycheck</th>
            <th className="py-1.5 pl-3 text-right font-normal">Year to date</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <StubRow
              key={line.field}
              line={line}
              amount={stub[line.field] ?? 0}
              total={getTotal(stub, line.field)}
              step={steps.get(line.field)}
            />
          ))}
        </tbody>
      </table>
      <p className="figures mt-2 text-ink-2 text-sm">
        {formatShare((stub.net ?? 0) / (stub.gross || 1))} of your gross pay reaches your account.
      </p>
      {getTotal(stub, 'employer_match') > 0 && (
        <p className="mt-2 text-ink-2 text-sm">
          Your employer added <Money amount={match} size="small" expected /> to your 401(k),{' '}
          <Money amount={getTotal(stub, 'employer_match')} size="small" expected /> this year.
        </p>
      )}
      {stub.saves_outside && (
        <p className="mt-2 text-ink-2 text-sm">Your 401(k) is an account outside Sandbank.</p>
      )}
      <p className="mt-2 text-ink-3 text-sm">Simplified. Not tax advice.</p>
      {stub.id && (
        <Button size="sm" className="mt-3" busy={save.isPending} onClick={() => save.mutate(stub.id ?? '')}>
          <Download className="size-4" /> Download pay stub
        </Button>
      )}
    </section>
  );
}

const getTotal = (stub: PayHistory, field: Amount): number => stub[`${field}_to_date`] ?? 0;

/** The bar of a line: what is left of gross pay after it, and what it takes, as shares of gross pay. */
type Step = { left: number; taken: number };

/** Returns the bars of the waterfall from gross to net pay. Net pay has no bar. */
function getSteps(stub: PayHistory, lines: readonly Line[]): Map<Amount, Step> {
  const gross = stub.gross ?? 0;
  const steps = new Map<Amount, Step>();
  let left = gross;
  for (const { field, isDeduction, isTotal } of lines) {
    if (isTotal || gross <= 0) continue;
    const taken = isDeduction ? (stub[field] ?? 0) : 0;
    left -= taken;
    steps.set(field, { left: left / gross, taken: taken / gross });
  }
  return steps;
}

const formatShare = (share: number) => `${Math.round(share * 1000) / 10}%`;

type StubRowProps = { line: Line; amount: number; total: number; step: Step | undefined };

function StubRow({ line, amount, total, step }: StubRowProps) {
  const { label, isDeduction, isTotal } = line;
  const weight = isTotal ? undefined : 'font-normal!';
  const sign = isDeduction ? -1 : 1;
  return (
    <>
      <tr className={isTotal ? 'border-ink border-t' : undefined}>
        <th
          scope="row"
          className={`pr-4 text-left ${isTotal ? 'py-2.5 font-semibold' : 'pt-2.5 pb-1 font-normal'}`}
        >
          {label}
        </th>
        <td className={`pl-3 text-right ${isTotal ? 'py-2.5' : 'pt-2.5 pb-1'}`}>
          <Money amount={sign * amount} className={weight} />
        </td>
        <td className={`pl-3 text-right ${isTotal ? 'py-2.5' : 'pt-2.5 pb-1'}`}>
          <Money amount={sign * total} className={weight} />
        </td>
      </tr>
      {step && (
        <tr aria-hidden>
          <td colSpan={3} className="pb-1.5">
            <WaterfallBar {...step} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Renders what is left of gross pay after a line, followed by what the line takes. */
function WaterfallBar({ left, taken }: Step) {
  return (
    <div className="flex h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className="h-full bg-ink" style={{ width: `${left * 100}%` }} />
      <div className="h-full bg-chart-2" style={{ width: `${taken * 100}%` }} />
    </div>
  );
}
