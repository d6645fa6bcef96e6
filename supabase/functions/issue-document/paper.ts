import { type Element, FIGURES, INK, INK_2, INK_3, LINE, Sheet, SUNKEN } from './sheet.ts';

const ROW = 21;

export type Column = { title: string; width: number; align?: 'right'; strong?: boolean; quiet?: boolean };
/** A row of a table; a strong one is a total. */
export type Row = { cells: string[]; strong?: boolean };

/**
 * Lays out a document in the product's style: title, main amount, headings, paragraphs, and tables with
 * header cells.
 */
export class Paper extends Sheet {
  /** Writes the title and a subtitle. */
  title(title: string, line: string): void {
    this.say('H1', () =>
      this.doc
        .font('semibold')
        .fontSize(22)
        .fillColor(INK)
        .text(this.printable(title), this.left, this.doc.y, { width: this.width }),
    );
    this.space(2);
    this.paragraph(line);
  }

  heading(text: string): void {
    this.keepTogether(70);
    this.space(22);
    this.say('H2', () =>
      this.doc
        .font('semibold')
        .fontSize(13)
        .fillColor(INK)
        .text(text, this.left, this.doc.y, { width: this.width }),
    );
    this.space(6);
  }

  paragraph(text: string): void {
    this.say('P', () =>
      this.doc
        .font('regular')
        .fontSize(10)
        .fillColor(INK_2)
        .text(this.printable(text), this.left, this.doc.y, { width: this.width, lineGap: 3 }),
    );
  }

  /** The main amount, which is the largest text. */
  amount(label: string, amount: string): void {
    this.space(20);
    this.say('P', () => {
      this.doc
        .font('regular')
        .fontSize(10)
        .fillColor(INK_3)
        .text(label, this.left, this.doc.y, { width: this.width });
      this.space(2);
      this.doc
        .font('semibold')
        .fontSize(34)
        .fillColor(INK)
        .text(amount, this.left, this.doc.y, { ...FIGURES, width: this.width, characterSpacing: -0.8 });
    });
  }

  /** Labeled facts side by side, wrapped to further lines. */
  facts(facts: readonly [label: string, value: string][], columns = 4): void {
    this.space(14);
    const width = this.width / columns;
    for (let first = 0; first < facts.length; first += columns) {
      this.keepTogether(44);
      const top = this.doc.y;
      for (const [index, [label, value]] of facts.slice(first, first + columns).entries()) {
        const x = this.left + index * width;
        this.say('P', () => {
          this.doc
            .font('regular')
            .fontSize(9)
            .fillColor(INK_3)
            .text(`${label} `, x, top, { width: width - 12, lineBreak: false });
          this.doc
            .font('semibold')
            .fontSize(12)
            .fillColor(INK)
            .text(this.fitting(value, width - 12), x, top + 13, {
              ...FIGURES,
              width: width - 8,
              lineBreak: false,
            });
        });
      }
      this.doc.y = top + 42;
    }
    this.doc.x = this.left;
  }

  /** A note on a light background. */
  note(text: string): void {
    this.space(14);
    this.doc.font('regular').fontSize(9.5);
    const height = this.doc.heightOfString(text, { width: this.width - 28, lineGap: 3 }) + 22;
    this.keepTogether(height);
    const top = this.doc.y;
    this.decorate(() => this.doc.roundedRect(this.left, top, this.width, height, 6).fill(SUNKEN));
    this.say('P', () =>
      this.doc
        .font('regular')
        .fontSize(9.5)
        .fillColor(INK_2)
        .text(this.printable(text), this.left + 14, top + 12, { width: this.width - 28, lineGap: 3 }),
    );
    this.doc.y = top + height;
    this.doc.x = this.left;
  }

  /** A table whose header repeats on every page. The first cell of a row is its header. */
  table(columns: readonly Column[], rows: readonly Row[]): void {
    const table = this.doc.struct('Table');
    this.root.add(table);
    this.keepTogether(3 * ROW);
    const head = this.doc.struct('TR');
    table.add(head);
    this.cells(
      columns,
      columns.map(({ title }) => title),
      (index, write) => {
        const cell = this.doc.struct('TH', { scope: 'Column' } as PDFKit.Mixins.StructureElementOptions);
        head.add(cell);
        cell.add(write);
        cell.end();
        return index;
      },
      true,
    );
    head.end();
    for (const row of rows) {
      if (this.doc.y + ROW > this.bottom) {
        this.newPage();
        this.decorate(() =>
          this.cells(
            columns,
            columns.map(({ title }) => title),
            (_index, write) => write(),
            true,
          ),
        );
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
    this.cells(
      columns,
      row.cells,
      (index, write) => {
        const cell =
          index === 0
            ? this.doc.struct('TH', { scope: 'Row' } as PDFKit.Mixins.StructureElementOptions)
            : this.doc.struct('TD');
        struct.add(cell);
        cell.add(write);
        cell.end();
      },
      false,
      row.strong,
    );
    struct.end();
  }

  private cells(
    columns: readonly Column[],
    texts: readonly string[],
    place: (index: number, write: () => void) => void,
    isHead: boolean,
    isStrong = false,
  ): void {
    const top = this.doc.y;
    const total = columns.reduce((sum, { width }) => sum + width, 0);
    let x = this.left;
    for (const [index, { width, align = 'left', strong, quiet }] of columns.entries()) {
      const space = (width / total) * this.width;
      const at = x;
      const font = isStrong || (strong && !isHead) ? 'semibold' : 'regular';
      place(index, () => {
        this.doc
          .font(font)
          .fontSize(isHead ? 8.5 : 9.5)
          .fillColor(isHead || quiet ? INK_3 : INK);
        const text = this.fitting(texts[index] ?? '', space - 10);
        this.doc.text(text === '' ? ' ' : text, at + (align === 'right' ? 10 : 0), top + (isHead ? 4 : 6), {
          ...FIGURES,
          width: space - 10,
          align,
          lineBreak: false,
        });
      });
      x += space;
    }
    this.doc.y = top + ROW - (isHead ? 2 : 0);
    const line = () =>
      this.doc
        .moveTo(this.left, this.doc.y)
        .lineTo(this.left + this.width, this.doc.y)
        .lineWidth(isHead ? 0.8 : 0.5)
        .stroke(isHead ? INK_3 : LINE);
    this.decorate(line);
  }
}
