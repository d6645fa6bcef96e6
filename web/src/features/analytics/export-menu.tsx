import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { downloadText } from '@/lib/download';
import { Button } from '@/ui/button';
import { analyticsCsv } from './csv';
import type { Figures } from './figures';
import { analyticsQueries } from './queries';
import type { Range } from './range';

type TakeAwayProps = { figures: Figures; range: Range; only: string | null; currency: string };

/** The page as a file or on paper. */
export function AnalyticsExport({ figures, range, only, currency }: TakeAwayProps) {
  const merchants = useQuery(analyticsQueries.merchants(range, only)).data;
  function download() {
    const text = analyticsCsv(figures, merchants ?? [], range, currency);
    downloadText(`analytics-${range.from}-to-${range.to}.csv`, text, 'text/csv');
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
