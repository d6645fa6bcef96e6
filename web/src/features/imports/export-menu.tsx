import type { TransactionConditions } from '@engine/search/meaning.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import type { ExportFormat } from '@/entities/statement-file/exports/exported-row';
import { formatCount } from '@/lib/count';
import { getDay } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/overlays/menu';
import { importMutations } from './mutations';

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV for spreadsheets' },
  { format: 'ofx', label: 'OFX for finance apps, one file per account' },
  { format: 'qif', label: 'QIF for older finance apps' },
  { format: 'json', label: 'JSON for your own programs' },
];

/**
 * Renders a menu that exports the transactions found by a search, or opens the import page. If `query` is
 * null, all transactions are exported.
 */
export function ExportMenu({ query }: { query: TransactionConditions | null }) {
  const me = useQuery(customerQueries.me()).data;
  const save = useMutation(importMutations.exportRows);
  const [read, setRead] = useState(0);
  const isNarrowed = (query?.conditions.length ?? 0) > 0;
  function start(format: ExportFormat, requested: TransactionConditions | null) {
    setRead(0);
    save.mutate(
      { query: requested, format, today: getDay(me?.now ?? new Date(), me?.time_zone), onRead: setRead },
      {
        onSuccess: (rows) =>
          toast.success(`${formatCount(rows, 'transaction is', 'transactions are')} in the file`),
      },
    );
  }
  return (
    <Menu
      trigger={
        <Button busy={save.isPending} disabled={!me}>
          {save.isPending && read > 0 ? `${read.toLocaleString('en-US')} rows…` : 'Import or export'}
        </Button>
      }
    >
      <MenuItem asChild>
        <Link to="/transactions/import">
          <Upload className="size-4" /> Import statement
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>{isNarrowed ? 'Export results' : 'Export everything'}</MenuLabel>
      {FORMATS.map(({ format, label }) => (
        <MenuItem key={format} onSelect={() => start(format, query)}>
          <Download className="size-4" /> {label}
        </MenuItem>
      ))}
      {isNarrowed && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => start('json', null)}>
            <Download className="size-4" /> Everything (JSON)
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
