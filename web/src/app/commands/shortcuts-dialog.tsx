import { Dialog } from '@/ui/overlays/dialog';
import { MODIFIER, OPTION } from './command-dialogs';
import { KEY_SEQUENCES, type KeySequence } from './key-sequences';
import { getSequenceKeys, Keys } from './keys';

type Shortcut = { label: string; keys: readonly string[]; isSequence?: boolean };
type Group = { title: string; shortcuts: readonly Shortcut[] };

const inGroup = (name: KeySequence['group']): Group => ({
  title: name,
  shortcuts: KEY_SEQUENCES.filter(({ group }) => group === name).map(({ label, keys }) => ({
    label,
    keys: getSequenceKeys(keys),
    isSequence: true,
  })),
});

const COLUMNS: readonly (readonly Group[])[] = [
  [
    {
      title: 'Anywhere',
      shortcuts: [
        { label: 'Search', keys: [MODIFIER, 'K'] },
        { label: 'All shortcuts', keys: ['?'] },
        { label: 'Hide amounts', keys: [OPTION, 'P'] },
        { label: 'Move within a bar', keys: ['←', '→'] },
        { label: 'Close, back', keys: ['Esc'] },
      ],
    },
    {
      title: 'Lists',
      shortcuts: [
        { label: 'Next, previous row', keys: ['J', 'K'] },
        { label: 'Open', keys: ['↵'] },
        { label: 'Select transaction', keys: ['X'] },
        { label: 'Search transactions', keys: ['/'] },
      ],
    },
  ],
  [inGroup('Time'), inGroup('New')],
  [inGroup('Go to')],
];

/** Lists all keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Shortcuts are off while you type in a field."
      wide="full"
    >
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {COLUMNS.map((groups) => (
          <div key={groups[0]?.title} className="flex flex-col gap-6">
            {groups.map(({ title, shortcuts }) => (
              <section key={title}>
                <h3 className="mb-1 font-semibold text-base">{title}</h3>
                <dl>
                  {shortcuts.map(({ label, keys, isSequence }) => (
                    <div key={label} className="flex min-h-9 items-center justify-between gap-4">
                      <dt className="text-ink-2">{label}</dt>
                      <dd>
                        <Keys keys={keys} isSequence={isSequence} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
