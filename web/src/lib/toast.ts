import type { ExternalToast, toast as Real } from 'sonner';
import { lazyPart } from './bundle/use-loaded';

type Kind = 'message' | 'success' | 'info' | 'warning' | 'error';
/** A call for the toast library, kept until it is loaded. Messages have an id. */
type Waiting = { id?: string | number | undefined; act: (toast: typeof Real) => void };

/** The toast library, loaded for the first toast or when the page is idle. */
export const toasts = lazyPart(async () => await import('sonner'));

let shown: typeof Real | null = null;
let waiting: Waiting[] = [];
const listeners = new Set<() => void>();

function tell(kind: Kind, words: string, options?: ExternalToast): void {
  if (shown) shown[kind](words, options);
  else wait({ id: options?.id, act: (real) => real[kind](words, options) });
}

/** Shows a toast with sonner's options. */
export const toast = Object.assign(
  (words: string, options?: ExternalToast) => tell('message', words, options),
  {
    success: (words: string, options?: ExternalToast) => tell('success', words, options),
    info: (words: string, options?: ExternalToast) => tell('info', words, options),
    warning: (words: string, options?: ExternalToast) => tell('warning', words, options),
    error: (words: string, options?: ExternalToast) => tell('error', words, options),
    /** Dismisses one toast, or all. */
    dismiss(id?: string | number): void {
      waiting = id === undefined ? [] : waiting.filter((each) => each.id !== id);
      toasts.loaded()?.toast.dismiss(id);
    },
    /** Returns true if a toast is shown or queued. */
    stands: (id: string | number): boolean =>
      waiting.some((each) => each.id === id) ||
      (toasts
        .loaded()
        ?.toast.getToasts()
        .some((each) => each.id === id) ??
        false),
  },
);

/** Shows queued toasts and all later ones. Returns a function that stops it. */
export function showToasts(real: typeof Real): () => void {
  shown = real;
  const due = waiting;
  waiting = [];
  for (const { act } of due) act(real);
  return () => {
    shown = null;
  };
}

export const areToastsWanted = () => waiting.length > 0;

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function wait(next: Waiting): void {
  // A toast with the same id replaces the earlier one.
  waiting = [...waiting.filter(({ id }) => id === undefined || id !== next.id), next];
  for (const listener of listeners) listener();
}
