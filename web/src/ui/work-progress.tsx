/** Renders progress of unknown length, with a live description of the current step. */
export function WorkProgress({ runs, text }: { runs: boolean; text: string }) {
  return (
    <div role="status" className="mt-5 empty:hidden">
      {runs && (
        <>
          <p className="text-ink-2 text-sm">{text}…</p>
          <div
            role="progressbar"
            aria-label={text}
            className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
          </div>
        </>
      )}
    </div>
  );
}
