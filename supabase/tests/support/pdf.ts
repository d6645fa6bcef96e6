import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The structure tree of a page: roles with children. */
export type Structure = { role?: string; children?: Structure[] };
export type ReadPdf = {
  /** The text of all pages, in order. */
  text: string;
  pages: string[];
  language: string | null;
  title: string;
  isMarked: boolean;
  structure: Structure[];
  /** The number of pixels on the first page that aren't white. */
  ink: number;
};

/** Parses a PDF like a viewer and a screen reader, and renders its first page. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  const structure: Structure[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    structure.push((await page.getStructTree()) as Structure);
  }
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } };
  const { Marked } = (await document.getMarkInfo()) as { Marked: boolean };
  const read = {
    text: pages.join(' '),
    pages,
    language: info.Language ?? null,
    title: info.Title ?? '',
    isMarked: Marked,
    structure,
    ink: await getInk(await document.getPage(1)),
  };
  await document.loadingTask.destroy();
  return read;
}

/** Returns the roles of a tree in order. */
export const rolesIn = (structure: readonly Structure[]): string[] =>
  structure.flatMap(({ role, children = [] }) => [...(role ? [role] : []), ...rolesIn(children)]);

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>;

async function getInk(page: Page): Promise<number> {
  const viewport = page.getViewport({ scale: 0.5 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let ink = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) ink += 1;
  return ink;
}
