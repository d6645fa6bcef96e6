import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { type FocusEvent, useRef } from 'react';
import { closeToast, type ToastKind, type ToastMessage } from '@/lib/toast';
import { Button } from '../button';

/**
 * The maximum number of visible toasts, according to the specification. Older toasts reappear when newer
 * toasts close.
 */
const MOST_VISIBLE = 3;

const ICONS: Record<ToastKind, typeof Info | null> = {
  message: null,
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
};

const ICON_COLORS: Record<ToastKind, string> = {
  message: '',
  success: 'text-positive',
  info: 'text-accent',
  warning: 'text-warning',
  error: 'text-negative',
};

/** Renders the newest toasts at the top right, below the bars and above dialogs. */
export function ToastList({ toasts }: { toasts: readonly ToastMessage[] }) {
  const viewport = useRef<HTMLOListElement>(null);
  const previousFocus = useRef<HTMLElement>(null);

  function rememberFocus({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof HTMLElement && !viewport.current?.contains(relatedTarget))
      previousFocus.current = relatedTarget;
  }
  function close(toast: ToastMessage, { isDone = false } = {}): void {
    if (viewport.current?.contains(document.activeElement)) previousFocus.current?.focus();
    closeToast(toast);
    if (!isDone) toast.onClose?.();
  }
  return (
    <Toast.Provider label="Message" swipeDirection="right">
      {toasts.slice(0, MOST_VISIBLE).map((toast) => (
        <ToastCard
          key={toast.key}
          toast={toast}
          onFocus={rememberFocus}
          onClose={() => close(toast)}
          onAction={() => {
            toast.action?.onClick();
            close(toast, { isDone: true });
          }}
        />
      ))}
      <Toast.Viewport
        ref={viewport}
        label="Messages ({hotkey})"
        className="pointer-events-none fixed top-18 right-6 md:top-32 z-60 flex w-89 max-w-[calc(100vw-2rem)] flex-col gap-3 max-sm:right-4"
      />
    </Toast.Provider>
  );
}

type ToastCardProps = {
  toast: ToastMessage;
  onFocus: (event: FocusEvent) => void;
  onClose: () => void;
  onAction: () => void;
};

function ToastCard({
  toast: { kind, title, description, duration, action },
  onFocus,
  onClose,
  onAction,
}: ToastCardProps) {
  const Icon = ICONS[kind];
  return (
    <Toast.Root
      data-toast={kind}
      duration={duration}
      onFocus={onFocus}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="pointer-events-auto flex animate-rise items-center gap-3 rounded-2 border border-line bg-raised p-4 text-base shadow-2 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      {Icon && <Icon className={`size-5 shrink-0 ${ICON_COLORS[kind]}`} />}
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-semibold">{title}</Toast.Title>
        {description && <Toast.Description className="text-ink-2">{description}</Toast.Description>}
      </div>
      {action && (
        <Toast.Action altText={action.label} asChild>
          <Button size="sm" variant="primary" onClick={onAction}>
            {action.label}
          </Button>
        </Toast.Action>
      )}
      <Toast.Close
        className="-m-1 grid size-8 shrink-0 place-items-center rounded-2 text-ink-2 hover:bg-sunken pointer-coarse:size-11"
        aria-label="Close message"
      >
        <X className="size-4" />
      </Toast.Close>
    </Toast.Root>
  );
}
