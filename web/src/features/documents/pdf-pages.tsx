import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { Skeleton } from '@/ui/skeleton';

/** More pages than this are for a reader of its own. */
const MOST_PAGES = 40;

/** A PDF as pictures of its pages with their words behind them; scripts, forms and links in it stay dead. */
export function PdfPages({ file, title }: { file: Blob; title: string }) {
  const [opened, setOpened] = useState<PDFDocumentProxy | 'broken' | null>(null);
  useEffect(() => {
    GlobalWorkerOptions.workerPort ??= new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      type: 'module',
    });
    let task: ReturnType<typeof getDocument> | undefined;
    let isGone = false;
    void file.arrayBuffer().then(async (data) => {
      if (isGone) return;
      task = getDocument({
        data,
        isEvalSupported: false,
        useWasm: false,
        enableXfa: false,
        stopAtErrors: false,
      });
      try {
        const document = await task.promise;
        if (!isGone) setOpened(document);
      } catch {
        if (!isGone) setOpened('broken');
      }
    });
    return () => {
      isGone = true;
      void task?.destroy();
    };
  }, [file]);
  if (opened === 'broken')
    return (
      <p role="alert">
        This PDF cannot be shown here: it is locked or damaged. Download it to open it elsewhere.
      </p>
    );
  if (!opened) return <Skeleton className="aspect-[8.5/11] w-full" />;
  const count = Math.min(opened.numPages, MOST_PAGES);
  return (
    <div className="space-y-4">
      {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
        <PdfPage
          key={number}
          document={opened}
          number={number}
          label={`${title}, page ${number} of ${opened.numPages}`}
        />
      ))}
      {opened.numPages > count && (
        <p className="text-ink-2">Download it to read the other {opened.numPages - count} pages.</p>
      )}
    </div>
  );
}

function PdfPage({ document, number, label }: { document: PDFDocumentProxy; number: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    let task: { cancel: () => void; promise: Promise<void> } | undefined;
    let isGone = false;
    void (async () => {
      const page = await document.getPage(number);
      const target = canvas.current;
      if (isGone || !target) return;
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({
        scale: (target.clientWidth / natural.width) * Math.min(2, window.devicePixelRatio || 1),
      });
      target.width = viewport.width;
      target.height = viewport.height;
      task = page.render({ canvas: target, viewport });
      await task.promise;
      const { items } = await page.getTextContent();
      if (!isGone) setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    })().catch(() => {
      // Cancelled, because the page has been left.
    });
    return () => {
      isGone = true;
      task?.cancel();
    };
  }, [document, number]);
  return (
    <figure aria-label={label} className="overflow-hidden rounded-2 border border-line bg-white shadow-1">
      <canvas ref={canvas} aria-hidden className="block aspect-[8.5/11] w-full" />
      <figcaption className="sr-only">{words}</figcaption>
    </figure>
  );
}
