import PDFDocument from 'pdfkit';
import { REGULAR } from './fonts/regular.ts';
import { SEMIBOLD } from './fonts/semibold.ts';

/** Selects PDF/UA, the accessible PDF format (ISO 14289). The library's types don't include this value. */
const UNIVERSAL = { subset: 'PDF/UA' } as object;
/** The margins of a letter-size page, in points. */
export const MARGIN = { top: 84, left: 56, right: 56, bottom: 76 };
export const INK = '#221d17';
export const INK_2 = '#524e46';
export const INK_3 = '#69645c';
const LINE = '#e0dcd4';
const ACCENT = '#005852';
export const SUNKEN = '#f6f3ed';
export const NOT_A_BANK = 'Simulation, not a bank document';

export const FIGURES = { features: ['tnum', 'kern'] } as { features: PDFKit.Mixins.OpenTypeFeatures[] };
export type PaperOptions = { title: string; label: string; at: Date };
type TextStyle = PDFKit.Mixins.TextOptions & {
  font?: 'regular' | 'semibold';
  size: number;
  color?: string;
  x?: number;
  y?: number;
};
export type Element = PDFKit.PDFStructureElement;

/**
 * The pages of a tagged document (PDF/UA). The document has a language, a title, and a structure tree, and
 * repeated content is marked as an artifact. Identical input produces identical bytes, because the only time
 * in the document comes from its input.
 */
export class Sheet {
  protected readonly doc: PDFKit.PDFDocument;
  protected readonly root: Element;
  private readonly chunks: Uint8Array[] = [];
  protected readonly width: number;
  private isDecorating = false;

  constructor(private readonly options: PaperOptions) {
    this.doc = new PDFDocument({
      ...UNIVERSAL,
      size: 'LETTER',
      margins: MARGIN,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: 'en-US',
      bufferPages: true,
      autoFirstPage: false,
      info: {
        Title: options.title,
        Author: 'Sandbank',
        Subject: NOT_A_BANK,
        Creator: 'Sandbank',
        Producer: 'Sandbank',
        CreationDate: options.at,
      },
    });
    this.doc.on('data', (chunk: Uint8Array) => this.chunks.push(chunk));
    this.doc.registerFont('regular', getBytes(REGULAR));
    this.doc.registerFont('semibold', getBytes(SEMIBOLD));
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
    this.doc.addPage();
    this.width = this.doc.page.width - MARGIN.left - MARGIN.right;
  }

  /** Finishes the document and returns the file. */
  async end(): Promise<Uint8Array<ArrayBuffer>> {
    this.root.end();
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(page);
      this.frame(page, count);
    }
    const finished = new Promise<void>((resolve) => this.doc.on('end', resolve));
    this.doc.end();
    await finished;
    return joined(this.chunks);
  }

  /**
   * Draws the logo, label, disclaimer, and page number, which repeat on every page. Screen readers skip them.
   */
  private frame(page: number, count: number): void {
    const { doc } = this;
    const { bottom } = doc.page.margins;
    doc.page.margins.bottom = 0;
    this.decorate(() => {
      drawLogo(doc, this.left, 36);
      const right = { x: this.left, width: this.width, align: 'right', lineBreak: false } as const;
      this.write('Sandbank', { font: 'semibold', size: 12, x: this.left + 32, y: 38, lineBreak: false });
      this.write(this.printable(this.options.label), { size: 9, color: INK_3, y: 41, ...right });
      const top = doc.page.height - 52;
      this.line(top);
      const y = top + 10;
      this.write(NOT_A_BANK, { font: 'semibold', size: 8.5, color: INK_2, y, lineBreak: false });
      const pageNumber = `Page ${page + 1} of ${count}`;
      this.write(pageNumber, { size: 8.5, color: INK_3, y, ...FIGURES, ...right });
    }, 'Pagination');
    doc.page.margins.bottom = bottom;
  }

  /** Draws lines, backgrounds, or repeated content as an artifact, which screen readers skip. */
  protected decorate(draw: () => void, type: PDFKit.Mixins.MarkingOptions['type'] = 'Layout'): void {
    if (this.isDecorating) {
      draw();
      return;
    }
    this.doc.markContent('Artifact', { type } as PDFKit.Mixins.MarkingOptions);
    this.isDecorating = true;
    draw();
    this.isDecorating = false;
    this.doc.endMarkedContent();
  }

  /** Writes text in a style. The default position is the left margin at the current height. */
  protected write(text: string, style: TextStyle): void {
    const { font = 'regular', size, color = INK, x = this.left, y = this.doc.y, ...options } = style;
    this.doc.font(font).fontSize(size).fillColor(color).text(text, x, y, options);
  }

  /** Draws a line across the page. */
  protected line(y: number, { width = 0.5, color = LINE } = {}): void {
    this.doc
      .moveTo(this.left, y)
      .lineTo(this.left + this.width, y)
      .lineWidth(width)
      .stroke(color);
  }

  /** Adds an element and its content to the structure tree. */
  protected addElement(type: string, write: () => void): void {
    const element = this.doc.struct(type);
    this.root.add(element);
    element.add(write);
    element.end();
  }

  protected space(points: number): void {
    this.doc.y += points;
  }

  protected keepTogether(height: number): void {
    if (this.doc.y + height > this.bottom) this.newPage();
  }

  protected newPage(): void {
    this.doc.addPage();
    this.doc.x = this.left;
  }

  protected get left(): number {
    return MARGIN.left;
  }

  protected get bottom(): number {
    return this.doc.page.height - MARGIN.bottom;
  }

  /** Shortens text to fit on one line. */
  protected fitting(raw: string, width: number): string {
    const text = this.printable(raw);
    if (this.doc.widthOfString(text, FIGURES) <= width) return text;
    // Uses a binary search for the length, because measuring each letter of a long name would be slow.
    let [fits, tooLong] = [1, text.length];
    while (tooLong - fits > 1) {
      const middle = Math.floor((fits + tooLong) / 2);
      if (this.doc.widthOfString(`${text.slice(0, middle)}…`, FIGURES) <= width) fits = middle;
      else tooLong = middle;
    }
    return `${text.slice(0, fits).trimEnd()}…`;
  }

  /**
   * Replaces characters that the font lacks with a question mark. Truncates text that is longer than any text
   * in the bank, because measuring a very long word is slow.
   */
  protected printable(text: string): string {
    const characters = Array.from(text.slice(0, LONGEST), (character) =>
      DRAWN.test(character) ? character : '?',
    );
    return text.length > LONGEST ? `${characters.join('')}…` : characters.join('');
  }
}

const LONGEST = 600;
/**
 * The characters that the font can draw: Latin letters, including accented ones, and the symbols that
 * documents use.
 */
const DRAWN =
  /[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u2010-\u2015\u2018-\u201e\u2020-\u2026\u20ac\u2122\u2212]/;

function drawLogo(doc: PDFKit.PDFDocument, x: number, y: number): void {
  doc.save().translate(x, y).scale(0.9).lineWidth(1.8).lineCap('round').lineJoin('round').strokeColor(ACCENT);
  doc.path('M2 12.5c4 0 5.5-9 12-9s8 9 12 9').stroke();
  doc.path('M2 17.5c2 0 2-1.5 4-1.5s2 1.5 4 1.5 2-1.5 4-1.5 2 1.5 4 1.5 2-1.5 4-1.5 2 1.5 4 1.5').stroke();
  doc.restore();
}

function getBytes(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
