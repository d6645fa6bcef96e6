import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { LabeledInput } from '@/ui/forms/labeled';
import { transactionQueries } from './queries';

const MOST = 20;

type TagFieldProps = {
  label?: string;
  hint?: string;
  tags: readonly string[];
  onChange: (tags: string[]) => void;
};

/** Renders tags with remove buttons, and a field that suggests known tags. */
export function TagField({ label = 'Tags', hint, tags, onChange }: TagFieldProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const { data: terms = [] } = useQuery(transactionQueries.terms());
  const suggestions = terms.filter(({ kind, term }) => kind === 'tag' && !tags.includes(term));

  function add(text: string) {
    const added = text.split(/[,\s]+/).flatMap((word) => cleanTag(word) ?? []);
    setTyped('');
    const next = [...new Set([...tags, ...added])].slice(0, MOST);
    if (next.length > tags.length) onChange(next);
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1));
  }
  return (
    <div>
      {tags.length > 0 && (
        <ul aria-label={label} className="mb-2 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex items-center rounded-1 bg-sunken pl-2.5 text-sm">
              {tag}
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                onClick={() => onChange(tags.filter((selected) => selected !== tag))}
                className="grid size-8 place-items-center rounded-1 text-ink-3 hover:text-ink pointer-coarse:size-11"
              >
                <X className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <LabeledInput
        label={tags.length > 0 ? `Add to ${label.toLowerCase()}` : label}
        hint={hint}
        value={typed}
        maxLength={80}
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        placeholder="holiday"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKey}
        onBlur={() => typed.trim() && add(typed)}
      />
      <datalist id={listId}>
        {suggestions.map(({ term }) => (
          <option key={term} value={term} />
        ))}
      </datalist>
    </div>
  );
}

/** Normalizes a tag the same way as the bank: lower case, one word, without the # sign. */
function cleanTag(word: string): string | null {
  return word.normalize('NFC').toLowerCase().replace(/[#,]/g, '').slice(0, 40) || null;
}
