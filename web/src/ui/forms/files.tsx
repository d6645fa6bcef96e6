import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '@/ui/class-names';

type FilePickerOptions = {
  label: string;
  /** Accepted types, in the format of a file input's `accept` attribute. */
  accept: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
};

/** Returns a hidden file input to render, and a function that opens the browser's file dialog. */
export function useFilePicker({ label, accept, multiple = false, onFiles }: FilePickerOptions) {
  const input = useRef<HTMLInputElement>(null);
  const field = (
    <input
      ref={input}
      type="file"
      accept={accept}
      multiple={multiple}
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Lets the customer choose the same file again.
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
  return { field, open: () => input.current?.click() };
}

type DropAreaProps = {
  label: string;
  onFiles: (files: readonly File[]) => void;
  className?: string;
  /** The style while files are dragged over the area. */
  overClassName?: string;
  children: ReactNode;
};

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Renders an area that accepts dropped files. Its content must also include a button for choosing files. */
export function DropArea({ label, onFiles, className, overClassName, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={classNames(className, isOver && overClassName)}
    >
      {children}
    </section>
  );
}
