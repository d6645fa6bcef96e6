import { ArrowDown, ArrowLeftRight, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '@/ui/class-names';
import { Switch } from '@/ui/forms/switch';
import { MenuAction, MenuItem, MoreMenu } from '@/ui/overlays/menu';
import {
  type Column,
  getColumn,
  getKey,
  isAdded,
  type Layout,
  movePart,
  type Part,
  stepPart,
} from './layout';
import { useDrag } from './use-drag';

const COLUMNS = [
  { column: 'main', label: 'Left column' },
  { column: 'side', label: 'Right column' },
] as const;

type PartListProps = {
  layout: Layout;
  /** Returns the part's title and, for an added part, what it shows. */
  describe: (item: Part) => { title: string; detail?: string };
  onChange: (layout: Layout) => void;
  onRemove: (item: Part) => void;
  onAnnounce: (text: string) => void;
};

/** Renders the parts of both columns. They move by dragging, with the arrow keys, and with a menu. */
export function PartList({ layout, describe, onChange, onRemove, onAnnounce }: PartListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const pressedAt = useRef(0);
  const focusAfterMove = useFocusAfterMove(list);

  function announce(next: Layout, key: string) {
    const item = next.find((entry) => getKey(entry) === key);
    if (!item) return;
    const own = getColumn(next, item.column);
    const label = COLUMNS.find(({ column }) => column === item.column)?.label.toLowerCase();
    onAnnounce(`${describe(item).title}: position ${own.indexOf(item) + 1} of ${own.length}, ${label}.`);
  }
  function change(next: Layout, key: string) {
    if (next === layout) return;
    onChange(next);
    announce(next, key);
  }
  function step(key: string, by: -1 | 1) {
    focusAfterMove(key);
    change(stepPart(layout, key, by), key);
  }
  const moveToColumn = (item: Part) => {
    const column = getOtherColumn(item);
    change(movePart(layout, getKey(item), column, getColumn(layout, column).length), getKey(item));
  };
  useDrag(
    list,
    dragged,
    pressedAt,
    (column, index) => dragged && onChange(movePart(layout, dragged, column, index)),
    () => {
      if (dragged) announce(layout, dragged);
      setDragged(null);
    },
  );
  return (
    <div ref={list} className="flex flex-col gap-6">
      <p id="customize-keys" className="sr-only">
        Press the up and down arrow keys to move this section.
      </p>
      {COLUMNS.map(({ column, label }) => {
        const items = getColumn(layout, column);
        return (
          <section key={column} data-column={column}>
            <h3 className="mb-1 text-ink-3 text-sm">{label}</h3>
            <ol aria-label={label} className="divide-y divide-line border-line border-y">
              {items.map((item) => {
                const key = getKey(item);
                const { title, detail } = describe(item);
                const isFirst = item === layout[0];
                const isLast = item === layout.at(-1);
                return (
                  <li key={key} data-row={key} className={classNames(dragged === key && 'relative z-10')}>
                    <div
                      className={classNames(
                        'flex min-h-14 items-center gap-2',
                        dragged === key && 'relative z-10 bg-sunken shadow-2',
                      )}
                    >
                      <button
                        type="button"
                        aria-label={`Move ${title}`}
                        aria-describedby="customize-keys"
                        data-grip={key}
                        onPointerDown={(event) => {
                          if (event.button !== 0) return;
                          pressedAt.current = event.clientY;
                          setDragged(key);
                        }}
                        onKeyDown={(event) => {
                          const by = getStep(event);
                          if (by === 0) return;
                          event.preventDefault();
                          step(key, by);
                        }}
                        className="-ml-3 grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-2 text-ink-3 hover:bg-sunken"
                      >
                        <GripVertical className="size-5" />
                      </button>
                      <span className={classNames('min-w-0 flex-1', item.hidden && 'text-ink-3')}>
                        <span className="block truncate font-medium">{title}</span>
                        {detail && <span className="block truncate text-ink-3 text-sm">{detail}</span>}
                      </span>
                      <Switch
                        aria-label={`Show ${title}`}
                        checked={!item.hidden}
                        onCheckedChange={(isShown) =>
                          onChange(
                            layout.map((entry) => (entry === item ? { ...entry, hidden: !isShown } : entry)),
                          )
                        }
                      />
                      <MoreMenu label={`More options for ${title}`} className="-mr-3 size-11">
                        <MenuItem disabled={isFirst} onSelect={() => step(key, -1)}>
                          <ArrowUp className="size-5" /> Move up
                        </MenuItem>
                        <MenuItem disabled={isLast} onSelect={() => step(key, 1)}>
                          <ArrowDown className="size-5" /> Move down
                        </MenuItem>
                        <MenuAction
                          icon={ArrowLeftRight}
                          label={`Move to ${column === 'main' ? 'right' : 'left'} column`}
                          onSelect={() => moveToColumn(item)}
                        />
                        {isAdded(item) && (
                          <MenuAction icon={Trash2} label="Remove" onSelect={() => onRemove(item)} />
                        )}
                      </MoreMenu>
                    </div>
                    {dragged === key && (
                      <span className="absolute inset-0 rounded-2 border border-accent border-dashed" />
                    )}
                  </li>
                );
              })}
              {items.length === 0 && <li className="py-4 text-ink-3 text-sm">Drag sections here.</li>}
            </ol>
          </section>
        );
      })}
    </div>
  );
}

const getOtherColumn = ({ column }: Part): Column => (column === 'main' ? 'side' : 'main');

function getStep({ key }: KeyboardEvent): -1 | 0 | 1 {
  if (key === 'ArrowUp') return -1;
  return key === 'ArrowDown' ? 1 : 0;
}

/** Returns a function that keeps the focus on a part's handle, which loses it when its element moves. */
function useFocusAfterMove(list: RefObject<HTMLElement | null>) {
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    const grips = list.current?.querySelectorAll<HTMLElement>('[data-grip]') ?? [];
    [...grips].find(({ dataset }) => dataset.grip === moved.current)?.focus();
    moved.current = null;
  });
  return (key: string) => {
    moved.current = key;
  };
}
