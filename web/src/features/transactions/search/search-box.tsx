import { LONGEST_QUERY } from '@engine/search/transaction-query.ts';
import { Search, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { KnownNames } from '@/entities/transaction/use-names';
import { classNames } from '@/ui/class-names';
import { CONTROL_CLASSES } from '@/ui/forms/text-input';
import { type Completion, getCompletions } from './completions';

const TYPING_PAUSE_MS = 250;

export type SearchBoxProps = {
  /** The query in the URL. */
  query: string;
  known: KnownNames;
  input: RefObject<HTMLInputElement | null>;
  onChange: (query: string) => void;
};

/**
 * Renders the search field for words and operators. Searches after a pause and suggests completions at the
 * cursor.
 */
export function SearchBox({ query, known, input, onChange }: SearchBoxProps) {
  const listId = useId();
  const [typed, change, submit] = useTyped(query, onChange);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const options = isOpen ? getCompletions(typed, caret, known) : [];
  const caretToPut = useRef<number | null>(null);

  function take({ text, caret: next }: Completion) {
    change(text);
    setCaret(next);
    setActive(-1);
    // After an operator, suggests its values. A completed part ends with a space and gets no suggestions.
    setOpen(text.charAt(next - 1) === ':');
    caretToPut.current = next;
  }

  // The cursor can move only after the text is rendered, and it must move before the next keystroke.
  useLayoutEffect(() => {
    if (caretToPut.current === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(caretToPut.current, caretToPut.current);
    caretToPut.current = null;
  });

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const chosen = options[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setCaret(event.currentTarget.selectionStart ?? typed.length);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (options.length > 0)
        setActive(
          active === -1 && step === -1
            ? options.length - 1
            : (active + step + options.length) % options.length,
        );
    } else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Enter') {
      submit(typed);
      setOpen(false);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
      setActive(-1);
    }
  }

  return (
    <search className="relative block">
      <Search className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-3" />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Search transactions"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
        aria-keyshortcuts="/"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="Search: rent amount:>50 category:food"
        value={typed}
        maxLength={LONGEST_QUERY}
        onChange={(event) => {
          change(event.target.value);
          setCaret(event.target.selectionStart ?? event.target.value.length);
          setOpen(true);
          setActive(-1);
        }}
        onClick={(event) => {
          setCaret(event.currentTarget.selectionStart ?? 0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          submit(typed);
        }}
        className={classNames(CONTROL_CLASSES, 'h-12 pr-12 pl-11')}
      />
      {typed && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            change('');
            submit('');
            input.current?.focus();
          }}
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-2 text-ink-2 hover:text-ink"
        >
          <X className="size-5" />
        </button>
      )}
      <Options id={listId} options={options} active={active} onTake={take} />
    </search>
  );
}

function Options(props: {
  id: string;
  options: readonly Completion[];
  active: number;
  onTake: (option: Completion) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[props.active]?.scrollIntoView({ block: 'nearest' });
  }, [props.active]);
  return (
    <div
      ref={list}
      id={props.id}
      role="listbox"
      aria-label="Suggestions"
      className={classNames(
        'absolute inset-x-0 top-full z-20 mt-1.5 max-h-88 overflow-y-auto rounded-2 border border-line bg-raised p-1.5 shadow-2',
        props.options.length === 0 && 'hidden',
      )}
    >
      {props.options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles the keys.
        <div
          key={option.label}
          id={`${props.id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === props.active}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onTake(option)}
          className={classNames(
            'control-height flex cursor-pointer items-center gap-4 rounded-1 px-2.5 hover:bg-sunken',
            index === props.active && 'bg-sunken',
          )}
        >
          <span className="shrink-0 font-medium">{option.label}</span>
          {option.hint && <span className="truncate text-ink-3 text-sm">{option.hint}</span>}
        </div>
      ))}
    </div>
  );
}

/**
 * Returns the typed text and searches after a pause. External changes, such as a different view, replace the
 * text.
 */
function useTyped(query: string, onChange: (query: string) => void) {
  const [typed, setTyped] = useState(query);
  const requested = useRef(query);
  const notifyChange = useEffectEvent(onChange);
  useEffect(() => {
    if (query === requested.current) return;
    requested.current = query;
    setTyped(query);
  }, [query]);
  function submit(text: string) {
    if (text.trim() === requested.current) return;
    requested.current = text.trim();
    onChange(requested.current);
  }
  useEffect(() => {
    if (typed.trim() === requested.current) return;
    const timer = setTimeout(() => {
      requested.current = typed.trim();
      notifyChange(requested.current);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped, submit] as const;
}
