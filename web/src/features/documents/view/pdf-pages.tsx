import { ZoomIn, ZoomOut } from 'lucide-react';
import { getDocument, type PDFDocumentProxy, PDFWorker, VerbosityLevel } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Skeleton } from '@/ui/skeleton';

/** The maximum number of pages shown. Longer documents need a PDF viewer. */
const MOST_PAGES = 40;
/** The pixels of the image per CSS pixel. With fewer, letters are unevenly spaced. */
const PIXELS_PER_CSS_PIXEL = 2;
/** Disables everything that compiles or runs code: eval, WebAssembly, and XFA forms. */
const DEAD = { isEvalSupported: false, useWasm: false, enableXfa: false };

/** Renders a PDF as images with selectable text. Scripts, forms, and links don't work. */
export function PdfPages({ file, title }: { file: Blob; title: string }) {
  const [opened, setOpened] = useState<PDFDocumentProxy | 'broken' | null>(null);
  // A letter page that fits on a phone can't be read, so phones start with enlarged pages.
  const [isLarge, setIsLarge] = useState(() => window.matchMedia('(max-width: 767px)').matches);
  useEffect(() => {
    // Uses one worker per document. Closing a document would end a shared worker while the next document
    // loads.
    const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
    const worker = PDFWorker.create({ port });
    let task: ReturnType<typeof getDocument> | undefined;
    let isRemoved = false;
    const open = async () => {
      const data = await file.arrayBuffer();
      if (isRemoved) return;
      // Without warnings, such as that the reader was closed while text was being read.
      task = getDocument({ data, worker, verbosity: VerbosityLevel.ERRORS, ...DEAD });
      const document = await task.promise;
      if (!isRemoved) setOpened(document);
    };
    open().catch(() => {
      if (!isRemoved) setOpened('broken');
    });
    const end = async () => {
      await task?.destroy();
      worker.destroy();
      port.terminate();
    };
    return () => {
      isRemoved = true;
      void end();
    };
  }, [file]);
  if (opened === 'broken')
    return (
      <p role="alert">We can't show this PDF. It's locked or damaged. Download it to open it elsewhere.</p>
    );
  if (!opened) return <Skeleton className="aspect-[8.5/11] w-full" />;
  const count = Math.min(opened.numPages, MOST_PAGES);
  return (
    <div className="space-y-4">
      <Button size="sm" className="md:hidden" onClick={() => setIsLarge(!isLarge)}>
        {isLarge ? <ZoomOut className="size-4" /> : <ZoomIn className="size-4" />}
        {isLarge ? 'Fit page' : 'Zoom in'}
      </Button>
      {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
        <PdfPage
          key={number}
          document={opened}
          number={number}
          isLarge={isLarge}
          label={`${title}, page ${number} of ${opened.numPages}`}
        />
      ))}
      {opened.numPages > count && (
        <p className="text-ink-2">Download it to see the other {opened.numPages - count} pages.</p>
      )}
    </div>
  );
}

type PdfPageProps = {
  document: PDFDocumentProxy;
  number: number;
  /** True to draw the page wider than a phone's window. The page then scrolls sideways. */
  isLarge: boolean;
  label: string;
};

function PdfPage({ document, number, isLarge, label }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: The size of the canvas depends on `isLarge`.
  useEffect(() => {
    let task: { cancel: () => void; promise: Promise<void> } | undefined;
    let isRemoved = false;
    void (async () => {
      const page = await document.getPage(number);
      const target = canvas.current;
      if (isRemoved || !target) return;
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({
        scale: (target.clientWidth / natural.width) * PIXELS_PER_CSS_PIXEL,
      });
      target.width = viewport.width;
      target.height = viewport.height;
      task = page.render({ canvas: target, viewport });
      await task.promise;
      const { items } = await page.getTextContent();
      if (!isRemoved) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    })().catch(() => {
      // Rendering was canceled because the customer left the page.
    });
    return () => {
      isRemoved = true;
      task?.cancel();
    };
  }, [document, number, isLarge]);
  return (
    <figure
      aria-label={label}
      tabIndex={isLarge ? 0 : undefined}
      className="overflow-x-auto overflow-y-hidden rounded-2 border border-line bg-white shadow-1"
    >
      <canvas
        ref={canvas}
        aria-hidden
        className={classNames(
          'block aspect-[8.5/11] w-full',
          isLarge && 'max-md:-mx-[13%] max-md:w-[190%] max-md:max-w-none',
        )}
      />
      <figcaption className="sr-only">{text}</figcaption>
    </figure>
  );
}
