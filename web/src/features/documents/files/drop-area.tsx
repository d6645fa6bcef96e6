import { Upload as UploadIcon } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '@/ui/class-names';

/** Uploads files dropped on it. A button opens the file picker for everyone else. */
export function DropArea({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  // Entering a child leaves its parent, so it counts both to know whether the pointer is over the area.
  const depth = useRef(0);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const over = (by: number) => {
    depth.current += by;
    setIsOver(depth.current > 0);
  };
  return (
    <section
      aria-label="Your documents"
      className={classNames(
        'relative rounded-3',
        isOver && 'outline-2 outline-accent outline-offset-8 outline-dashed',
      )}
      onDragEnter={(event) => carriesFiles(event) && over(1)}
      onDragLeave={(event) => carriesFiles(event) && over(-1)}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {isOver && (
        <p className="pointer-events-none absolute inset-x-0 top-0 z-10 flex items-center justify-center gap-2 rounded-3 bg-accent-soft p-6 font-semibold text-accent-ink">
          <UploadIcon aria-hidden className="size-5" strokeWidth={1.5} /> Drop to upload
        </p>
      )}
      {children}
    </section>
  );
}
