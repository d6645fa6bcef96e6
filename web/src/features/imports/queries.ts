import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { type Draft, sendDraft } from './import/drafts';
import type { Target } from './import/target-schema';

export type Import = Database['public']['Tables']['imports']['Row'];
export type ImportedLine = Database['public']['Tables']['imported_lines']['Row'];
export type Outcome =
  | 'posted'
  | 'duplicate'
  | 'overdraws'
  | 'before'
  | 'future'
  | 'too_much'
  | 'left_out'
  | 'unreadable';

/** The reason for a line's outcome. */
export type Why = {
  by?: 'name' | 'same' | 'alike' | 'file';
  day?: string;
  file?: string;
  line?: number;
  problem?: string;
  opened?: string;
  today?: string;
  available?: number;
  short?: number;
};

export type Preview = {
  balance_before: number;
  balance_after: number;
  currency: string;
  posted: number;
  money_in: number;
  money_out: number;
  /** The limit of the card, if the target is a card. Its balances are the amounts owed. */
  credit_limit?: number;
  /** This year's contributions and their limit, if the target is a tax-advantaged account. */
  contributions?: { kind: string; limit: number; used: number; added: number };
  /** The rows in chronological order. On a card, each has its kind. */
  rows: { line: number; outcome: Outcome; why: Why; balance: number; kind?: string }[];
};

/** The customer's choices by line: true to post, false to skip. */
export type ImportRequest = Record<string, boolean>;

export const MOST_LINES_READ = 1000;

export const importQueries = {
  list: () =>
    requestQuery(['imports', 'list'], "We couldn't load your imports", () =>
      supabase.from('imports').select('*').order('imported_at', { ascending: false }),
    ),
  /** Reads the outcomes of a file's lines, skipped lines first. */
  lines: (importId: string) =>
    requestQuery(['imports', 'lines', importId], "We couldn't load the report", async () => {
      const lines = () => supabase.from('imported_lines').select('*').eq('import_id', importId);
      const [left, posted] = await Promise.all([
        lines().neq('outcome', 'posted').order('line').limit(MOST_LINES_READ).throwOnError(),
        lines().eq('outcome', 'posted').order('line').limit(MOST_LINES_READ).throwOnError(),
      ]);
      return [...left.data, ...posted.data];
    }),
  preview: (draft: Draft, target: Target, choices: ImportRequest, onSent?: (rows: number) => void) =>
    queryOptions({
      queryKey: ['imports', 'preview', draft.id, target, choices],
      // A preview of earlier choices is aborted, because the next upload replaces its draft.
      queryFn: async ({ signal }) => {
        await sendDraft(draft, onSent);
        const { data } = await supabase
          .rpc('preview_import', { ...target, draft: draft.id, choices })
          .abortSignal(signal)
          .throwOnError();
        return data as unknown as Preview;
      },
      gcTime: 60_000,
      meta: { failure: "We couldn't preview the import" },
    }),
};
