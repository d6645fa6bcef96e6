import { CornerDownLeft, Search, Sparkles } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { getQuestionPath } from '@/entities/assistant/ask-assistant';
import { classNames } from '@/ui/class-names';
import { useBackButton } from '@/ui/overlays/back-button';
import { SkeletonRows } from '@/ui/skeleton';
import { commandDialog, MODIFIER } from './command-dialogs';
import { getSequenceKeys, Keys } from './keys';
import { findMatches, getWords } from './match';
import { type Item, useResults } from './use-results';

type SearchDialogProps = { onClose: () => void; returnFocus: (event: Event) => void };

/** Searches actions, accounts, transactions, and pages, and passes questions to the assistant. */
export function SearchDialog({ onClose, returnFocus }: SearchDialogProps) {
  useBackButton(true, onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim max-md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-50 flex animate-appear flex-col bg-raised focus:outline-none md:inset-x-auto md:top-[min(10rem,12dvh)] md:bottom-auto md:left-1/2 md:max-h-[min(52rem,84dvh)] md:w-170 md:max-w-[calc(100vw-2rem)] md:-translate-x-1/2 md:overflow-hidden md:rounded-3 md:shadow-3"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <SearchBox onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The pause in typing after which the bank searches transactions. */
const PAUSE_MS = 180;

function SearchBox({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const debouncedQuery = useDebounced(query);
  const [activeIndex, setActiveIndex] = useState(0);
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { groups, isSearching, hasFailed, readAgain } = useResults(query, debouncedQuery, (path) => {
    void navigate(path);
  });
  const text = query.trim();
  const ask: Item = {
    id: 'ask',
    icon: <Sparkles className="size-5" />,
    label: text === '' ? 'Ask the assistant' : `Ask the assistant: “${text}”`,
    run: () => void navigate(text === '' ? '/assistant' : getQuestionPath(text)),
  };
  const items = [...groups.flatMap((group) => group.items), ask];
  const active = items[Math.min(activeIndex, items.length - 1)] ?? ask;
  const getOptionId = (item: Item) => `${id}${item.id}`;

  function choose(item: Item) {
    onClose();
    item.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const index = items.indexOf(active);
    const next = {
      ArrowDown: (index + 1) % items.length,
      ArrowUp: (index - 1 + items.length) % items.length,
      PageDown: Math.min(index + 5, items.length - 1),
      PageUp: Math.max(index - 5, 0),
    }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActiveIndex(next);
      list.current
        ?.querySelector(`[data-index="${next}"]`)
        ?.scrollIntoView({ block: next === 0 ? 'end' : 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(event.ctrlKey || event.metaKey ? ask : active);
    }
  }
  const row = (item: Item) => (
    <ResultRow
      key={item.id}
      id={getOptionId(item)}
      item={item}
      index={items.indexOf(item)}
      words={getWords(query)}
      isActive={item === active}
      onPoint={() => setActiveIndex(items.indexOf(item))}
      onChoose={() => choose(item)}
    />
  );
  const isEmpty = groups.length === 0 && !isSearching && !hasFailed;
  return (
    <>
      <div className="flex h-15 shrink-0 items-center gap-3 border-line border-b px-4 md:px-5">
        <Search aria-hidden className="size-5 shrink-0 text-ink-2" />
        <input
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}list`}
          aria-activedescendant={getOptionId(active)}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or type a question"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setActiveIndex(0);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-lg placeholder:text-ink-3 focus:outline-none"
        />
        <button type="button" onClick={onClose} className="text-link min-h-11 font-semibold md:hidden">
          Cancel
        </button>
        <button type="button" aria-label="Close (Esc)" onClick={onClose} className="rounded-1 max-md:hidden">
          <Keys keys={['Esc']} />
        </button>
      </div>
      <div
        ref={list}
        role="listbox"
        id={`${id}list`}
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        {groups.map(({ name, items: found }) => (
          <div key={name} role="group" aria-labelledby={`${id}${name}`} className="px-2 pt-4">
            <p id={`${id}${name}`} className="px-3 pb-2 font-medium text-ink-2 text-sm">
              {name}
            </p>
            {found.map(row)}
          </div>
        ))}
        {isEmpty && <p className="px-5 pt-6 pb-4 text-ink-2">No results for “{text}”.</p>}
        {isSearching && !groups.some(({ name }) => name === 'Transactions') && (
          <div aria-hidden className="px-5 pt-4">
            <SkeletonRows rows={2} label="Searching your transactions" />
          </div>
        )}
        <div className="sticky bottom-0 mt-2 border-line border-t bg-raised p-2">{row(ask)}</div>
      </div>
      {hasFailed && (
        <p role="alert" className="border-line border-t px-5 py-3 text-ink-2 text-sm">
          We couldn't search your transactions.{' '}
          <button type="button" className="text-link" onClick={readAgain}>
            Try again
          </button>
        </p>
      )}
      <p role="status" className="sr-only">
        {text === ''
          ? ''
          : isSearching
            ? 'Searching your transactions'
            : isEmpty
              ? 'No results'
              : `${items.length - 1} results`}
      </p>
      <SearchFooter />
    </>
  );
}

type ResultRowProps = {
  id: string;
  item: Item;
  index: number;
  words: readonly string[];
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function ResultRow({ id, item, index, words, isActive, onPoint, onChoose }: ResultRowProps) {
  const { icon, label, detail, end, keys } = item;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles Enter.
    <div
      role="option"
      id={id}
      data-index={index}
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={classNames(
        'flex h-13 scroll-mt-12 scroll-mb-20 cursor-pointer items-center gap-3 rounded-2 px-3 md:pointer-fine:h-11',
        isActive && 'bg-accent-soft',
      )}
    >
      <span aria-hidden className="shrink-0 text-ink-2">
        {icon}
      </span>
      <span className="min-w-0 flex-1 truncate">
        <Marked text={label} words={words} />
        {detail && (
          <span className="ml-2 text-ink-3 text-sm">
            <Marked text={detail} words={words} />
          </span>
        )}
      </span>
      {end}
      <span aria-hidden className="contents max-md:hidden pointer-coarse:hidden">
        {item.id === 'ask' ? (
          <Keys keys={[MODIFIER, '↵']} />
        ) : isActive && !end ? (
          <CornerDownLeft className="size-4 shrink-0 text-ink-2" />
        ) : (
          keys && <Keys keys={getSequenceKeys(keys)} isSequence />
        )}
      </span>
    </div>
  );
}

/** Renders a text with its matches in bold. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const ranges = findMatches(text, words);
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <b className="font-bold text-ink">{text.slice(start, end)}</b>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  );
}

function SearchFooter() {
  return (
    <div className="flex h-11 shrink-0 items-center gap-5 border-line border-t px-5 text-ink-3 text-xs max-md:hidden pointer-coarse:hidden">
      <span className="flex items-center gap-1.5">
        <Keys keys={['↑', '↓']} /> Move
      </span>
      <span className="flex items-center gap-1.5">
        <Keys keys={['↵']} /> Open
      </span>
      <button
        type="button"
        className="ml-auto flex items-center gap-1.5 rounded-1 hover:text-ink"
        onClick={() => commandDialog.set('shortcuts')}
      >
        <Keys keys={['?']} /> All shortcuts
      </button>
    </div>
  );
}

/** Returns the value once it hasn't changed for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
