import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import Papa from 'papaparse';
import { FORMULA } from '@/lib/csv-text';

type Row = Record<string, unknown>;

/** A part of an archive: rows of a table, JSON, or a file. */
export type Part =
  | { kind: 'table'; name: string; rows: Row[] }
  | { kind: 'json'; path: string; content: unknown }
  | { kind: 'file'; path: string; bytes: Uint8Array<ArrayBuffer> };

/** An archive that is compressed part by part, to save memory. */
export class Archive {
  private readonly chunks: Uint8Array<ArrayBuffer>[] = [];
  private readonly zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.chunks.push(chunk as Uint8Array<ArrayBuffer>);
  });

  add(part: Part): void {
    if (part.kind === 'json') this.pack(part.path, strToU8(JSON.stringify(part.content, null, 2)));
    else if (part.kind === 'table') {
      this.pack(`json/${part.name}.json`, strToU8(JSON.stringify(part.rows, null, 2)));
      this.pack(`csv/${part.name}.csv`, strToU8(getCsv(part.rows)));
    } else {
      // Images and PDFs are already compressed.
      const entry = new ZipPassThrough(part.path);
      this.zip.add(entry);
      entry.push(part.bytes, true);
    }
  }

  finish(): Blob {
    this.zip.end();
    return new Blob(this.chunks, { type: 'application/zip' });
  }

  private pack(path: string, bytes: Uint8Array): void {
    const entry = new ZipDeflate(path, { level: 6 });
    this.zip.add(entry);
    entry.push(bytes, true);
  }
}

/** Formats rows as CSV with a header. Escapes text that spreadsheets would run as a formula. */
export function getCsv(rows: readonly Row[]): string {
  const flat = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ]),
    ),
  );
  return `\uFEFF${Papa.unparse(flat, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
}
