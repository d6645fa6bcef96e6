import { Search } from 'lucide-react';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import type { DocumentFilter } from './document-filter';

const KINDS = [
  { value: '', label: 'Any type' },
  { value: 'statements', label: 'Statements' },
  { value: 'agreement', label: 'Agreements' },
  { value: 'schedule', label: 'Schedules' },
  { value: 'tax_summary', label: 'Interest summaries' },
  { value: 'receipt', label: 'Receipts' },
  { value: 'upload', label: 'Your files' },
] as const;

type Props = { filter: DocumentFilter; years: readonly string[]; onChange: (filter: DocumentFilter) => void };

export function SearchBar({ filter, years, onChange }: Props) {
  return (
    <div role="search" className="mb-6 grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,1fr)_12rem_9rem]">
      <div className="relative max-md:col-span-2">
        <Search className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-3" />
        <TextInput
          type="search"
          aria-label="Search your documents"
          placeholder="Search: checking march 2026"
          className="pl-11"
          value={filter.text}
          onChange={({ target }) => onChange({ ...filter, text: target.value })}
        />
      </div>
      <Select
        aria-label="Type"
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: target.value })}
        options={KINDS}
      />
      <Select
        aria-label="Year"
        value={filter.year}
        onChange={({ target }) => onChange({ ...filter, year: target.value })}
        options={[{ value: '', label: 'Any year' }, ...years.map((year) => ({ value: year, label: year }))]}
      />
    </div>
  );
}
