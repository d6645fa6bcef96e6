import type { TransactionConditions } from '@engine/search/meaning.ts';
import { mutationOptions } from '@tanstack/react-query';
import type { ExportFormat } from '@/entities/statement-file/exports/exported-row';
import type { FileFormat } from '@/entities/statement-file/imports/statement';
import { supabase } from '@/lib/supabase';
import { readRows, saveRows } from './export/export-transactions';
import { type Draft, sendDraft } from './import/drafts';
import { bankTarget, type Target } from './import/targets';
import type { ImportRequest } from './queries';

type TakingIn = {
  draft: Draft;
  target: Target;
  wishes: ImportRequest;
  fileName: string;
  format: FileFormat;
  requestId: string;
};

type Exporting = {
  query: TransactionConditions | null;
  format: ExportFormat;
  today: string;
  onRead: (rows: number) => void;
};

export const importMutations = {
  takeIn: mutationOptions({
    mutationFn: async ({ draft, target, wishes, fileName, format, requestId }: TakingIn) => {
      await sendDraft(draft);
      const { data } = await supabase
        .rpc('import_transactions', {
          ...bankTarget(target),
          draft: draft.id,
          wishes,
          file_name: fileName,
          format,
          request_id: requestId,
        })
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't import the file" },
  }),
  undo: mutationOptions({
    mutationFn: async (importId: string) => {
      const { data } = await supabase.rpc('undo_import', { import_id: importId }).throwOnError();
      return data;
    },
    meta: { failure: "We couldn't undo the import" },
  }),
  /** Downloads the transactions of a search and returns their number. */
  exportRows: mutationOptions({
    mutationFn: async ({ query, format, today, onRead }: Exporting) => {
      const exported = await readRows(query, today, onRead);
      await saveRows(exported, format);
      return exported.rows.length;
    },
    meta: { failure: "We couldn't export your transactions" },
  }),
};
