import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getDay } from '@/lib/dates';
import { Button } from '@/ui/button';
import { exportAll, type Progress } from './export-all';

/** Exports everything as one archive, built in this browser. */
export function ExportEverything() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      try {
        save(await exportAll(setProgress, signal));
        return true;
      } catch (error) {
        // The customer canceled.
        if (signal.aborted) return false;
        throw error;
      } finally {
        setProgress(null);
      }
    },
    meta: { failure: "We couldn't create your archive" },
  });
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        One archive with everything: each table as JSON and CSV, a household file you can import again, your
        account activity, and your uploaded files.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => mutate()} busy={isPending}>
          Download everything
        </Button>
        {isPending && <Button onClick={() => stop.current?.abort()}>Stop</Button>}
      </div>
      <div role="status" className="mt-3 max-w-120 empty:hidden">
        {progress && (
          <>
            <progress value={progress.done} max={progress.all} className="h-2 w-full accent-accent">
              {progress.done} of {progress.all}
            </progress>
            <span className="text-ink-3 text-sm">
              {progress.words}: {progress.done} of {progress.all}
            </span>
          </>
        )}
        {isSuccess && !progress && <span className="text-ink-3 text-sm">Your archive is ready.</span>}
      </div>
    </>
  );
}

function save(archive: Blob): void {
  const address = URL.createObjectURL(archive);
  const link = document.createElement('a');
  link.href = address;
  link.download = `sandbank-everything-${getDay(new Date())}.zip`;
  link.click();
  // The browser reads it asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
