import { ArrowUp, Square } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useOnline } from '@/lib/use-online';
import { classNames } from '@/ui/class-names';
import { CONTROL_CLASSES } from '@/ui/forms/text-input';

/** The server's limit, in characters. */
export const LONGEST_QUESTION = 2000;
/** The length from which the number of remaining characters is shown. */
const WARN_FROM = 1800;
const MAX_LINES = 6;

type ComposerProps = {
  input: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  /** The customer's messages in this conversation, in chronological order. */
  asked: readonly string[];
  isAnswering: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
};

/**
 * Renders the input for questions. Enter sends, and Shift+Enter starts a new line. Stays above a phone's
 * keyboard.
 */
export function Composer({ input, text, onText, asked, isAnswering, onSend, onStop }: ComposerProps) {
  const isOnline = useOnline();
  /** The number of earlier messages that the customer has stepped back through with ArrowUp. */
  const [recalled, setRecalled] = useState(0);
  const inset = useKeyboardInset();
  useFocusShortcut(input);
  useAutoHeight(input, text);
  const question = text.trim();
  const left = LONGEST_QUESTION - text.length;
  const isSendable = question !== '' && left >= 0 && isOnline && !isAnswering;

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (!isSendable) return;
    setRecalled(0);
    onSend(question);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // In some languages, Enter chooses a suggestion while a word is being composed.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && isAnswering) {
      event.preventDefault();
      onStop();
    } else if (event.key === 'ArrowUp' && (text === '' || text === asked.at(-recalled))) {
      const earlier = asked.at(-(recalled + 1));
      if (earlier === undefined) return;
      event.preventDefault();
      setRecalled(recalled + 1);
      onText(earlier);
    }
  }

  return (
    <form
      onSubmit={send}
      style={{ bottom: `max(${inset}px, calc(var(--h-dock) + env(safe-area-inset-bottom)))` }}
      className="sticky z-10 mt-auto max-w-172 border-line border-t bg-canvas pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] print:hidden"
    >
      <div className="flex items-end gap-2">
        <textarea
          ref={input}
          rows={1}
          aria-label="Ask the assistant"
          aria-describedby="composer-note"
          aria-invalid={left < 0 || undefined}
          placeholder="Ask about your money"
          enterKeyHint="send"
          value={text}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={onKeyDown}
          className={classNames(CONTROL_CLASSES, 'min-h-12 resize-none py-2.75')}
        />
        {isAnswering ? (
          <button type="button" aria-label="Stop answering" onClick={onStop} className={BUTTON}>
            <Square className="size-4 fill-current" />
          </button>
        ) : (
          <button type="submit" aria-label="Send" disabled={!isSendable} className={BUTTON}>
            <ArrowUp aria-hidden className="size-5" strokeWidth={2} />
          </button>
        )}
      </div>
      <p
        id="composer-note"
        role="status"
        className={classNames('mt-2 text-sm empty:hidden', left < 0 ? 'text-negative' : 'text-ink-3')}
      >
        {getNote(isOnline, text.length)}
      </p>
    </form>
  );
}

const BUTTON =
  'grid size-12 shrink-0 place-items-center rounded-2 bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press disabled:bg-sunken disabled:text-ink-3';

function getNote(isOnline: boolean, length: number): string {
  const left = LONGEST_QUESTION - length;
  if (left < 0) return `Your message is over the 2,000-character limit by ${-left}. Shorten it to send it.`;
  if (!isOnline) return "You're offline. Your message is saved. Send it when you reconnect.";
  return length >= WARN_FROM ? `${left} characters left.` : '';
}

/** Makes the input grow with its text, up to six lines. */
function useAutoHeight(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: The text changes the height.
  useLayoutEffect(() => {
    const box = input.current;
    if (!box) return;
    box.style.height = 'auto';
    const style = getComputedStyle(box);
    const border = box.offsetHeight - box.clientHeight;
    const maxHeight =
      Number.parseInt(style.lineHeight, 10) * MAX_LINES + Number.parseInt(style.paddingTop, 10) * 2;
    const height = Math.min(box.scrollHeight, Number.isNaN(maxHeight) ? box.scrollHeight : maxHeight);
    box.style.height = `${height + border}px`;
    box.style.overflowY = box.scrollHeight > height ? 'auto' : 'hidden';
  }, [input, text]);
}

/** Focuses the input when the customer presses `/` outside a field. */
function useFocusShortcut(input: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isTyping = target?.closest(
        'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]',
      );
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [input]);
}

/** Returns the height in pixels that a phone's keyboard covers at the bottom of the page. */
function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, getCoveredHeight, () => 0);
}

function getCoveredHeight(): number {
  const view = window.visualViewport;
  // While the page is zoomed in, the keyboard's height can't be derived from the visible area.
  if (!view || view.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop));
}

function subscribe(listener: () => void): () => void {
  const view = window.visualViewport;
  view?.addEventListener('resize', listener);
  view?.addEventListener('scroll', listener);
  return () => {
    view?.removeEventListener('resize', listener);
    view?.removeEventListener('scroll', listener);
  };
}
