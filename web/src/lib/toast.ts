import { createStore, useStore } from './storage/create-store';

/** The time after which a toast closes, according to the specification. Tests on busy machines need longer. */
export const toastTimes = { autoCloseMs: 4_000 };

export type ToastKind = 'message' | 'success' | 'info' | 'warning' | 'error';

type ToastOptions = {
  /** A new toast replaces an existing toast with the same id. */
  id?: string;
  description?: string;
  duration?: number;
  action?: { label: string; onClick: () => void };
  /** Called when the toast closes, unless the customer used its action. */
  onClose?: () => void;
};

export type ToastMessage = ToastOptions & {
  /** Unique for each toast, so that a replacement is announced and its timer restarts. */
  key: number;
  kind: ToastKind;
  title: string;
  duration: number;
};

const toasts = createStore<readonly ToastMessage[]>([]);
let shownToasts = 0;

function showToast(kind: ToastKind, title: string, options: ToastOptions = {}): void {
  shownToasts += 1;
  const toast = { duration: toastTimes.autoCloseMs, ...options, key: shownToasts, kind, title };
  toasts.set([toast, ...toasts.get().filter(({ id }) => id === undefined || id !== options.id)]);
}

export const toast = Object.assign(
  (title: string, options?: ToastOptions) => showToast('message', title, options),
  {
    success: (title: string, options?: ToastOptions) => showToast('success', title, options),
    info: (title: string, options?: ToastOptions) => showToast('info', title, options),
    warning: (title: string, options?: ToastOptions) => showToast('warning', title, options),
    error: (title: string, options?: ToastOptions) => showToast('error', title, options),
    dismissAll: () => toasts.set([]),
    isShown: (id: string) => toasts.get().some((shown) => shown.id === id),
  },
);

export function closeToast({ key }: ToastMessage): void {
  toasts.set(toasts.get().filter((shown) => shown.key !== key));
}

export function useToasts(): readonly ToastMessage[] {
  return useStore(toasts);
}
