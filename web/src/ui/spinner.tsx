import { LoaderCircle } from 'lucide-react';

/** Renders the spinner shown while the authentication state loads. */
export function FullScreenSpinner() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-3">
      <LoaderCircle className="size-8 animate-spin text-accent-ink" />
      <p className="text-ink-2">Loading...</p>
    </div>
  );
}

/** Renders the spinner shown while a page's code loads. */
export function PageSpinner() {
  return (
    <div role="status" aria-label="Loading the page" className="grid min-h-[50dvh] place-content-center">
      <LoaderCircle className="size-7 animate-spin text-accent-ink" />
    </div>
  );
}
