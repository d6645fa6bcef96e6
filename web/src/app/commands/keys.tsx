/** Renders the keys of a shortcut, such as ⌘ K, or G then D for keys that follow each other. */
export function Keys({ keys, isSequence = false }: { keys: readonly string[]; isSequence?: boolean }) {
  return (
    <span className="flex shrink-0 items-center gap-1 text-ink-3 text-xs">
      {keys.map((key, index) => (
        <span key={key} className="flex items-center gap-1">
          {isSequence && index > 0 && 'then '}
          <kbd className="grid h-5 min-w-5 place-items-center rounded-1 bg-sunken px-1.5 font-medium font-sans text-ink-2 text-xs">
            {key}
          </kbd>
        </span>
      ))}
    </span>
  );
}

/** Returns the keys of a sequence such as `gd` as they are written on the keyboard. */
export const getSequenceKeys = (keys: string) => [...keys.toUpperCase()];
