import Papa from 'papaparse';
import { tidy } from '../text';

export type TableRow = {
  /** The one-based number of the row's first line in the file. */ line: number;
  cells: string[];
};
export type Table = {
  delimiter: string;
  rows: TableRow[] /** Lines that couldn't be split into cells cleanly. */;
  broken: { line: number; text: string }[];
};

const DELIMITERS = [';', ',', '\t', '|'];
/** The number of rows that are read to detect the delimiter. */
const TRIED_ROWS = 200;

/**
 * The maximum number of lines with an unclosed quote. Each such line must be read twice, so all quotes after
 * this limit are ignored.
 */
const MOST_LOST_MARKS = 20;

/** Splits text into cells at the delimiter that gives the most rows of equal width. Skips blank lines. */
export function readTable(text: string): Table {
  const clean = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const named = /^sep=(.)\n/i.exec(clean);
  const body = named ? clean.slice(named[0].length) : clean;
  const start = body.split('\n', TRIED_ROWS).join('\n');
  const delimiter = named?.[1] ?? likeliest(start);
  return { delimiter, ...cut(body, delimiter, named ? 2 : 1) };
}

function likeliest(text: string): string {
  const tried = DELIMITERS.map((sign) => ({ sign, score: getScore(text, sign) }));
  return tried.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).sign;
}

/**
 * Counts the rows that have the most common number of cells, if that number is above one. Slightly favors
 * wider rows.
 */
function getScore(text: string, delimiter: string): number {
  const widths = new Map<number, number>();
  for (const { cells } of cut(text, delimiter, 1).rows)
    if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  return Math.max(0, ...[...widths].map(([width, rows]) => rows + width / 100));
}

/**
 * Splits text into rows of cells. A line with an unclosed quote is read again without quotes, because the
 * quoted cell would otherwise contain the rest of the file.
 */
function cut(text: string, delimiter: string, firstLine: number): Omit<Table, 'delimiter'> {
  const rows: TableRow[] = [];
  const broken: Table['broken'] = [];
  let remaining = text;
  let line = firstLine;
  while (remaining !== '') {
    const lost = cutUntilLost(remaining, delimiter, line, broken.length < MOST_LOST_MARKS, rows);
    if (!lost) break;
    broken.push({
      line: lost.line,
      text: 'This line has an unclosed quotation mark, so we ignored its quotation marks.',
    });
    const end = lost.remaining.indexOf('\n');
    const row = end < 0 ? lost.remaining : lost.remaining.slice(0, end);
    cutUntilLost(row.replaceAll('"', ''), delimiter, lost.line, false, rows);
    remaining = end < 0 ? '' : lost.remaining.slice(end + 1);
    line = lost.line + 1;
  }
  return { rows, broken };
}

function cutUntilLost(
  text: string,
  delimiter: string,
  firstLine: number,
  quoted: boolean,
  rows: TableRow[],
): { line: number; remaining: string } | null {
  let line = firstLine;
  let position = 0;
  let lost: { line: number; remaining: string } | null = null;
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    ...(!quoted && { quoteChar: '\0' }),
    step: ({ data, errors, meta }, parser) => {
      const isSpread = text.slice(position, meta.cursor).trimEnd().includes('\n');
      if (errors.some(({ code, type }) => code === 'MissingQuotes' || (type === 'Quotes' && isSpread))) {
        lost = { line, remaining: text.slice(position) };
        parser.abort();
        return;
      }
      if (data.some((cell) => tidy(cell) !== '')) rows.push({ line, cells: data.map(tidy) });
      line += text.slice(position, meta.cursor).split('\n').length - 1;
      position = meta.cursor;
    },
  });
  return lost;
}
