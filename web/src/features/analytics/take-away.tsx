import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { Button } from '@/ui/button';
import { analyticsCsv } from './csv';
import type { Figures } from './figures';
import { analyticsQueries } from './queries';
import type { Range } from './range';

type TakeAwayProps = { figures: Figures; range: Range; currency: string };

/** The page as a file or on paper. */
export function TakeAway({ figures, range, currency }: TakeAwayProps) {
  const merchants = useQuery(analyticsQueries.merchants(range, currency)).data;
  function download() {
    const text = analyticsCsv(figures, merchants ?? [], range, currency);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    link.download = `analytics-${range.from}-to-${range.to}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
  return (
    <span className="flex gap-2 print:hidden">
      <Button onClick={download} disabled={merchants === undefined}>
        <Download aria-hidden className="size-4" strokeWidth={1.5} /> CSV
      </Button>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden className="size-4" strokeWidth={1.5} /> Print
      </Button>
    </span>
  );
}
