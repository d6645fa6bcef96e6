import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '../class-names';
import { useBackButton } from './back-button';
import { useOverlays } from './overlays';
import { useReturnFocus } from './use-return-focus';

type DialogProps = {
  open?: boolean;
  onClose: () => void;
  title: string;
  /** One sentence below the title. */
  description?: ReactNode;
  /** Makes the dialog 680 px wide instead of 480 px, or 1,060 px if it is `full`. */
  wide?: boolean | 'full';
  /** Actions below the content. They stay visible while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * Renders a centered dialog, or a bottom sheet on phones. When it closes, the focus returns to the previous
 * element.
 */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  wide = false,
  footer,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus(open);
  useBackButton(open, onClose);
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  const Radix = useOverlays(wasOpened)?.Dialog;
  if (!Radix) return null;
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            getInitialFocus(event.currentTarget as HTMLElement).focus({ preventScroll: true });
          }}
          onCloseAutoFocus={returnFocus}
          className={classNames(
            'fixed z-50 flex max-h-[92dvh] flex-col overflow-y-auto overscroll-contain bg-raised shadow-3 focus:outline-none',
            'inset-x-0 bottom-0 animate-slide-up rounded-t-3 px-5 pt-5',
            'md:inset-x-auto md:top-1/2 md:bottom-auto md:left-1/2 md:w-[calc(100vw-4rem)] md:-translate-x-1/2 md:-translate-y-1/2 md:animate-appear md:rounded-3 md:px-8 md:pt-8',
            wide === 'full' ? 'md:max-w-265' : wide ? 'md:max-w-170' : 'md:max-w-120',
            // Keeps focused rows above the footer.
            footer ? 'scroll-pb-32 md:scroll-pb-24' : 'pb-[max(1.25rem,env(safe-area-inset-bottom))] md:pb-8',
          )}
        >
          <div className="mb-5 flex items-start gap-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-xl">{title}</Radix.Title>
              {description && (
                <Radix.Description asChild>
                  <div className="mt-1 text-ink-2 text-sm">{description}</div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-m-2 grid size-11 shrink-0 place-items-center rounded-2 hover:bg-sunken"
            >
              <X className="size-5" />
            </Radix.Close>
          </div>
          {children}
          {footer && (
            <div
              data-footer
              className="sticky bottom-0 -mx-5 mt-6 border-line border-t bg-raised px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 md:pb-6"
            >
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const FIELDS =
  ':is(input:not([type="hidden"]), select, textarea, [role="combobox"], [role="switch"], [role="radio"][tabindex="0"])';

/**
 * Returns the element that gets the initial focus: the first field, the main button, or Cancel for
 * destructive actions. For long or read-only dialogs, returns the dialog itself.
 */
function getInitialFocus(dialog: HTMLElement): HTMLElement {
  const end = dialog.getBoundingClientRect().top + dialog.clientHeight;
  const isLong = dialog.scrollHeight > dialog.clientHeight;
  for (const selector of [FIELDS, 'button[data-main]', 'button[data-plain]']) {
    const element = dialog.querySelector<HTMLElement>(`${selector}:not([tabindex="-1"], :disabled)`);
    // The footer of a long dialog is always visible, but comes after the content.
    if (!element || (isLong && element.closest('[data-footer]'))) continue;
    if (element.getBoundingClientRect().bottom <= end) return element;
  }
  return dialog;
}
