import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type SettingProps = { icon: ReactNode; title: string; words: ReactNode };

/** Something that is changed in a dialog. */
export function ActionRow({ icon, title, words, onClick }: SettingProps & { onClick: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="-mx-2.5 flex min-h-16 w-[calc(100%+1.25rem)] items-center gap-3 rounded-2 px-2.5 py-2.5 text-left hover:bg-sunken"
      >
        <span className="grid size-5 shrink-0 place-items-center text-ink-2">{icon}</span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-ink-3 text-sm">{words}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 text-ink-3" strokeWidth={1.5} />
      </button>
    </li>
  );
}
