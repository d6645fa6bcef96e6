import {
  formatWhen,
  getTitle,
  isStatement,
  KIND_LABELS,
  STATEMENT_KINDS,
} from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { formatCount } from '@/lib/count';
import { formatAs, formatTableDate } from '@/lib/dates';

export type DocumentFilter = { text: string; kind: string; year: string };
export const ANYTHING: DocumentFilter = { text: '', kind: '', year: '' };

/**
 * The number of simulated days for which the bank's documents count as new, unless the customer has opened
 * them.
 */
const NEW_FOR_DAYS = 45;
const DAY_MS = 86_400_000;

export const matchesFilter = ({ text, kind, year }: DocumentFilter) =>
  text.trim() !== '' || kind !== '' || year !== '';

/**
 * Returns the day used to search and group a document: the end of the period for the bank's documents, and
 * the upload day for uploads.
 */
export const dayOfDocument = ({ period_to, created_at }: SavedDocument) =>
  period_to ?? created_at.slice(0, 10);

/** Filters documents by kind, year, and search words, which match the name, kind, or dates. */
export function findDocuments(
  documents: readonly SavedDocument[],
  { text: query, kind, year }: DocumentFilter,
): SavedDocument[] {
  const searchWords = query.toLowerCase().split(/\s+/).filter(Boolean);
  return documents.filter((document) => {
    if (document.deleted_at) return false;
    if (kind && !getKinds(kind).includes(document.kind)) return false;
    const day = dayOfDocument(document);
    if (year && !day.startsWith(year)) return false;
    const dates = `${formatWhen(document)} ${formatAs(day, 'MMMM yyyy')} ${formatTableDate(day)}`;
    const text = `${getTitle(document)} ${KIND_LABELS[document.kind]} ${dates}`.toLowerCase();
    return searchWords.every((word) => text.includes(word));
  });
}

const getKinds = (kind: string) => (kind === 'statements' ? STATEMENT_KINDS : [kind]);

/** Returns the years that have documents, latest first. */
export const getYears = (documents: readonly SavedDocument[]) =>
  [...new Set(documents.map((document) => dayOfDocument(document).slice(0, 4)))].sort().reverse();

export function isNew({ kind, seen_at, issued_at }: SavedDocument, now: string): boolean {
  if (kind === 'upload' || kind === 'receipt' || kind === 'pay_stub' || seen_at || !issued_at) return false;
  return Date.parse(now) - Date.parse(issued_at) < NEW_FOR_DAYS * DAY_MS;
}

/** The statements of an account, card, or line of credit, latest first. */
export type StatementGroup = {
  about: string;
  name: string;
  kind: string;
  statements: readonly SavedDocument[];
};

/** Groups statements by account, card, or line of credit. Accounts come first and are sorted by name. */
export function groupStatements(documents: readonly SavedDocument[]): StatementGroup[] {
  const groups = new Map<string, SavedDocument[]>();
  for (const document of documents)
    if (isStatement(document))
      groups.set(document.about ?? '', [...(groups.get(document.about ?? '') ?? []), document]);
  return [...groups]
    .map(([about, statements]) => ({
      about,
      // The latest statement has the current name.
      name: statements[0]?.about_name ?? 'Account',
      kind: statements[0]?.kind ?? 'statement',
      statements,
    }))
    .sort(
      (a, b) =>
        STATEMENT_KINDS.indexOf(a.kind) - STATEMENT_KINDS.indexOf(b.kind) || a.name.localeCompare(b.name),
    );
}

const KILOBYTE = 1024;

/** Formats a size, such as `2.4 MB` or `18 KB`. */
export function formatSize(bytes: number): string {
  if (bytes < KILOBYTE) return formatCount(bytes, 'byte');
  if (bytes < KILOBYTE * KILOBYTE) return `${Math.round(bytes / KILOBYTE)} KB`;
  return `${(Math.round((bytes * 10) / KILOBYTE / KILOBYTE) / 10).toLocaleString('en-US')} MB`;
}
