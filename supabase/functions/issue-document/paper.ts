import { type Element, FIGURES, INK, INK_2, INK_3, type PaperOptions, Sheet, SUNKEN } from './sheet.ts';

const ROW = 21;

/** A column of a table. Text in `quiet` columns is gray. */
export type Column = { title: string; width: number; align?: 'right'; quiet?: boolean };
/** A row of a table. Totals are `strong`. */
type Row = { cells: readonly string[]; strong?: boolean; isHead?: boolean };

export const textColumn = (title: string, width: number): Column => ({ title, width });
export const quietColumn = (title: string, width: number): Column => ({ title, width, quiet: true });
export const amountColumn = (title: string, width: number): Column => ({ title, width, align: 'right' });

/**
 * Lays out a document in Sandbank's style: title, main amount, headings, paragraphs, and tables with header
 * cells.
 */
export class Paper extends Sheet {
  constructor({ heading, subtitle, ...options }: PaperOptions & { heading: string; subtitle: string }) {
    super(options);
    this.addElement('H1', () =>
      this.write(this.printable(heading), { font: 'semibold', size: 22, width: this.width }),
    );
    this.space(2);
    this.paragraph(subtitle);
  }

  heading(text: string): void {
    this.keepTogether(70);
    this.space(22);
    this.addElement('H2', () => this.write(text, { font: 'semibold', size: 13, width: this.width }));
    this.space(6);
  }

  paragraph(text: string): void {
    this.addElement('P', () =>
      this.write(this.printable(text), { size: 10, color: INK_2, width: this.width, lineGap: 3 }),
    );
  }

  /** Writes the main amount, which is the largest text. */
  amount(label: string, amount: string): void {
    this.space(20);
    this.addElement('P', () => {
      this.write(label, { size: 10, color: INK_3, width: this.width });
      this.space(2);
      const style = { font: 'semibold', size: 34, width: this.width, characterSpacing: -0.8 } as const;
      this.write(amount, { ...style, ...FIGURES });
    });
  }

  /** Writes labeled facts side by side, wrapping to more lines if necessary. */
  facts(facts: readonly [label: string, value: string][], columns = 4): void {
    this.space(14);
    const width = this.width / columns;
    for (let first = 0; first < facts.length; first += columns) {
      this.keepTogether(44);
      const top = this.doc.y;
      for (const [index, [label, value]] of facts.slice(first, first + columns).entries()) {
        const x = this.left + index * width;
        this.addElement('P', () => {
          this.write(`${label} `, { size: 9, color: INK_3, x, y: top, width: width - 12, lineBreak: false });
          this.doc.font('semibold').fontSize(12);
          const text = this.fitting(value, width - 12);
          const style = { font: 'semibold', size: 12, x, y: top + 13, ...FIGURES } as const;
          this.write(text, { ...style, width: width - 8, lineBreak: false });
        });
      }
      this.doc.y = top + 42;
    }
    this.doc.x = this.left;
  }

  /** Writes a note on a light background. */
  note(text: string): void {
    this.space(14);
    this.doc.font('regular').fontSize(9.5);
    const width = this.width - 28;
    const height = this.doc.heightOfString(text, { width, lineGap: 3 }) + 22;
    this.keepTogether(height);
    const top = this.doc.y;
    const position = { x: this.left + 14, y: top + 12 };
    this.decorate(() => this.doc.roundedRect(this.left, top, this.width, height, 6).fill(SUNKEN));
    this.addElement('P', () =>
      this.write(this.printable(text), { size: 9.5, color: INK_2, ...position, width, lineGap: 3 }),
    );
    this.doc.y = top + height;
    this.doc.x = this.left;
  }

  /**
   * Writes a table and its totals. The header repeats on every page. The first cell of a row is the row's
   * header.
   */
  table(
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    totals: readonly (readonly string[])[] = [],
  ): void {
    const table = this.doc.struct('Table');
    this.root.add(table);
    this.keepTogether(3 * ROW);
    const head: Row = { cells: columns.map(({ title }) => title), isHead: true };
    this.row(table, columns, head);
    const body = [...rows.map((cells) => ({ cells })), ...totals.map((cells) => ({ cells, strong: true }))];
    for (const row of body) {
      if (this.doc.y + ROW > this.bottom) {
        this.newPage();
        this.decorate(() => this.cells(columns, head, (_index, write) => write()));
      }
      this.row(table, columns, row);
    }
    table.end();
    this.space(8);
    this.doc.x = this.left;
  }

  private row(table: Element, columns: readonly Column[], row: Row): void {
    const struct = this.doc.struct('TR');
    table.add(struct);
    this.cells(columns, row, (index, write) => {
      const scope = row.isHead ? 'Column' : index === 0 ? 'Row' : null;
      const cell = scope
        ? this.doc.struct('TH', { scope } as PDFKit.Mixins.StructureElementOptions)
        : this.doc.struct('TD');
      struct.add(cell);
      cell.add(write);
      cell.end();
    });
    struct.end();
  }

  private cells(
    columns: readonly Column[],
    { cells, isHead = false, strong = false }: Row,
    place: (index: number, write: () => void) => void,
  ): void {
    const top = this.doc.y;
    const total = columns.reduce((sum, { width }) => sum + width, 0);
    const size = isHead ? 8.5 : 9.5;
    const font = strong ? 'semibold' : 'regular';
    let left = this.left;
    for (const [index, column] of columns.entries()) {
      const width = (column.width / total) * this.width;
      const x = left + (column.align === 'right' ? 10 : 0);
      place(index, () => {
        this.doc.font(font).fontSize(size);
        this.write(this.fitting(cells[index] ?? '', width - 10) || ' ', {
          font,
          size,
          color: isHead || column.quiet ? INK_3 : INK,
          x,
          y: top + (isHead ? 4 : 6),
          ...FIGURES,
          width: width - 10,
          align: column.align ?? 'left',
          lineBreak: false,
        });
      });
      left += width;
    }
    this.doc.y = top + ROW - (isHead ? 2 : 0);
    this.decorate(() => this.line(this.doc.y, isHead ? { width: 0.8, color: INK_3 } : {}));
  }
}
