import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatRecentDay, getDay } from '@/lib/dates';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Form } from '@/ui/forms/form';
import { TextField } from '@/ui/forms/text-field';
import { TextInput } from '@/ui/forms/text-input';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { MenuItem, MoreMenu } from '@/ui/overlays/menu';
import { assistantMutations } from '../mutations';
import { assistantQueries, type Conversation } from '../queries';
import { useDeletion } from './use-deletion';

/** The list shows a search field once it has this many conversations. */
const SEARCHABLE_FROM = 6;

type HistoryListProps = {
  /** The id of the open conversation; null if none is open. */
  current: string | null;
  /** Called when the open conversation is deleted. */
  onGone: () => void;
  /** Called when a conversation is opened or deleted, to close the sheet. */
  onDone?: () => void;
};

export function HistoryList(props: HistoryListProps) {
  return (
    <Loaded
      from={useQuery(assistantQueries.conversations())}
      failure="We couldn't load your conversations."
      label="Loading your conversations"
    >
      {(conversations) => <Conversations conversations={conversations} {...props} />}
    </Loaded>
  );
}

type ConversationsProps = HistoryListProps & { conversations: readonly Conversation[] };

function Conversations({ conversations: data, current, onGone, onDone }: ConversationsProps) {
  const [search, setSearch] = useState('');
  const [renamed, setRenamed] = useState<Conversation | null>(null);
  const [deletingAll, setDeletingAll] = useState(false);
  const { remove, removeLater, isHidden } = useDeletion();
  const visible = data.filter(({ id }) => !isHidden(id));
  const matches = visible.filter(({ title }) => title.toLowerCase().includes(search.trim().toLowerCase()));
  if (visible.length === 0)
    return (
      <p className="border-line border-t py-4 text-ink-3 text-sm">
        We save your conversations here until you delete them.
      </p>
    );
  const removeOne = ({ id, title }: Conversation) => {
    onDone?.();
    removeLater(id, title);
    if (id === current) onGone();
  };
  return (
    <>
      {visible.length >= SEARCHABLE_FROM && (
        <TextInput
          type="search"
          aria-label="Search your conversations"
          placeholder="Search"
          className="mb-3 h-10! text-sm! pointer-coarse:h-11!"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {matches.length === 0 && (
        <p role="status" className="py-2 text-ink-2 text-sm">
          No conversations found.
        </p>
      )}
      {groupByDay(matches).map(([day, conversations]) => (
        <section key={day} aria-label={day} className="mb-4">
          <h3 className="mb-0.5 font-medium text-ink-3 text-xs tracking-normal">{day}</h3>
          <ul className="border-line border-t">
            {conversations.map((conversation) => (
              <Entry
                key={conversation.id}
                conversation={conversation}
                isCurrent={conversation.id === current}
                onOpen={onDone}
                onRename={() => setRenamed(conversation)}
                onRemove={() => removeOne(conversation)}
              />
            ))}
          </ul>
        </section>
      ))}
      <Button size="sm" variant="ghost" className="-ml-3 text-ink-2" onClick={() => setDeletingAll(true)}>
        Delete all
      </Button>
      {renamed && <RenameDialog conversation={renamed} onClose={() => setRenamed(null)} />}
      {deletingAll && (
        <DeleteAll
          count={visible.length}
          onClose={() => setDeletingAll(false)}
          onDelete={async () => {
            await remove(data.map(({ id }) => id));
            onGone();
          }}
        />
      )}
    </>
  );
}

type EntryProps = {
  conversation: Conversation;
  isCurrent: boolean;
  onOpen: (() => void) | undefined;
  onRename: () => void;
  onRemove: () => void;
};

function Entry({ conversation: { id, title }, isCurrent, onOpen, onRename, onRemove }: EntryProps) {
  return (
    <li className="group relative flex items-center border-line border-b">
      <Link
        to={`/assistant/${id}`}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onOpen}
        className={classNames(
          'min-w-0 flex-1 py-2.5 text-sm hover:text-ink',
          isCurrent ? 'font-semibold text-ink' : 'text-ink-2',
        )}
      >
        <span className="line-clamp-2 break-words">{title}</span>
      </Link>
      <MoreMenu
        label={`More options for ${title}`}
        className="-mr-2 size-8 text-ink-3 hover:text-ink pointer-coarse:size-11 [&>svg]:size-4.5"
      >
        <MenuItem onSelect={onRename}>
          <Pencil className="size-5 text-ink-2" /> Rename
        </MenuItem>
        <MenuItem onSelect={onRemove}>
          <Trash2 className="size-5 text-ink-2" /> Delete
        </MenuItem>
      </MoreMenu>
    </li>
  );
}

/**
 * Groups conversations by the day of their last question in real time, because conversations belong to the
 * customer and not to a household.
 */
function groupByDay(conversations: readonly Conversation[]): [day: string, conversations: Conversation[]][] {
  const today = getDay(new Date());
  const groups = new Map<string, Conversation[]>();
  for (const conversation of conversations) {
    const day = formatRecentDay(getDay(conversation.updated_at), today);
    groups.set(day, [...(groups.get(day) ?? []), conversation]);
  }
  return [...groups];
}

const COUNTS: Record<number, string> = { 1: 'the conversation', 2: 'both conversations' };

type DeleteAllProps = { count: number; onClose: () => void; onDelete: () => Promise<void> };

function DeleteAll({ count, onClose, onDelete }: DeleteAllProps) {
  const [busy, setBusy] = useState(false);
  const conversations = COUNTS[count] ?? `all ${count} conversations`;
  async function deleteAll() {
    setBusy(true);
    try {
      await onDelete();
      onClose();
    } catch {
      // The query client reports the failure. The dialog stays open.
      setBusy(false);
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={`Delete ${conversations}?`}
      description="You can't undo this. Transactions you confirmed aren't affected."
    >
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={() => void deleteAll()}>
          Delete {conversations}
        </Button>
        <Button onClick={onClose}>Keep {count === 1 ? 'it' : 'them'}</Button>
      </div>
    </Dialog>
  );
}

const LONGEST_TITLE = 120;
const titleSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'Enter a title.')
    .max(LONGEST_TITLE, `Use ${LONGEST_TITLE} characters or fewer.`),
});

function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const rename = useMutation(assistantMutations.rename);
  const { control, submit, isSubmitting } = useBankForm({
    schema: titleSchema,
    defaults: { title: conversation.title },
    mode: 'onSubmit',
    currency: 'USD',
    refusedField: 'title',
    onSubmit: async ({ title }) => {
      await rename.mutateAsync({ id: conversation.id, title });
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title="Rename conversation">
      <Form onSubmit={submit} verb="Rename" busy={isSubmitting}>
        <TextField control={control} name="title" label="Title" autoFocus />
      </Form>
    </Dialog>
  );
}
