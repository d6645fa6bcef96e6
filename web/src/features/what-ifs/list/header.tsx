import type { HouseholdRow } from '@engine/household/row.ts';
import { readWhatIfFile, toWhatIfFile } from '@engine/what-if/file.ts';
import { toSharedWhatIf } from '@engine/what-if/share.ts';
import type { WhatIf } from '@engine/what-if/what-if.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { ArrowLeft, ArrowRight, Copy, Download, Ellipsis, Link, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { getToday } from '@/entities/household/days';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import { formatCount } from '@/lib/count';
import { downloadText } from '@/lib/download';
import { nameField } from '@/lib/fields';
import { copyShareLink } from '@/lib/navigation/copy-share-link';
import { createShareLink } from '@/lib/navigation/share-link';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Form } from '@/ui/forms/form';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { DOCK } from '@/ui/page';
import { formatDay, getQuestion } from '../decisions/decision-text';
import { LONGEST_NAME, whatIfStore } from '../store';

type WhatIfHeaderProps = {
  customerId: string;
  branch: WhatIf;
  row: HouseholdRow;
  onApply: () => void;
  onCopy: (branch: WhatIf) => void;
  onGone: () => void;
};

/** Renders the what-if's name as a question, with its actions. */
export function WhatIfHeader({ customerId, branch, row, onApply, onCopy, onGone }: WhatIfHeaderProps) {
  const [renaming, setRenaming] = useState(false);
  const { id, name, decisions, from } = branch;
  function duplicate() {
    const copy = whatIfStore.duplicate(customerId, id);
    if (copy) onCopy(copy);
  }
  function discard() {
    const undo = whatIfStore.remove(customerId, id);
    onGone();
    toast.success(`“${name}” discarded`, { action: { label: 'Undo', onClick: undo } });
  }
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-xl">{getQuestion(name)}</h2>
        <p className="mt-1 text-ink-2">
          {from
            ? `Starts from “${from.name}” on ${formatDay(from.day)}. No money moves until you apply it.`
            : 'No money moves until you apply this what-if.'}
        </p>
      </div>
      <div className={classNames('flex gap-2', DOCK)}>
        <Button onClick={duplicate}>
          <Copy className="size-4" /> Duplicate
        </Button>
        <Button
          ref={tourAnchor('what-if-apply')}
          variant="primary"
          className="max-md:flex-1"
          disabled={decisions.length === 0}
          onClick={onApply}
        >
          Apply {decisions.length === 0 ? '' : formatCount(decisions.length, 'decision')}
        </Button>
        <Menu
          trigger={
            <Button aria-label="More options for this what-if" data-compact className="px-3!">
              <Ellipsis className="size-5" />
            </Button>
          }
        >
          <MenuItem onSelect={() => setRenaming(true)}>
            <Pencil className="size-4" /> Rename
          </MenuItem>
          <MenuItem onSelect={() => void copyLink(branch, row)}>
            <Link className="size-4" /> Copy link
          </MenuItem>
          <MenuItem onSelect={() => downloadWhatIf(branch)}>
            <Download className="size-4" /> Download file
          </MenuItem>
          <MenuItem onSelect={() => whatIfStore.move(customerId, id, -1)}>
            <ArrowLeft className="size-4" /> Move left
          </MenuItem>
          <MenuItem onSelect={() => whatIfStore.move(customerId, id, 1)}>
            <ArrowRight className="size-4" /> Move right
          </MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={discard}>
            <Trash2 className="size-4" /> Discard
          </MenuItem>
        </Menu>
      </div>
      <Dialog open={renaming} onClose={() => setRenaming(false)} title="Rename what-if">
        <RenameForm
          name={name}
          onDone={(next) => {
            whatIfStore.rename(customerId, id, next);
            setRenaming(false);
          }}
        />
      </Dialog>
    </header>
  );
}

const nameSchema = z.object({ name: nameField });

function RenameForm({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const { control, handleSubmit, watch } = useForm({
    resolver: zodResolver(nameSchema),
    defaultValues: { name },
  });
  const newName = watch('name').trim();
  return (
    <Form onSubmit={handleSubmit((fields) => onDone(fields.name))} verb="Rename">
      <TextField
        control={control}
        name="name"
        label="Name"
        hint={newName && getQuestion(newName)}
        maxLength={LONGEST_NAME}
      />
    </Form>
  );
}

/** Copies a link that opens the what-if with anyone's own accounts and debts. */
async function copyLink(branch: WhatIf, row: HouseholdRow): Promise<void> {
  const { text, leftOut } = toSharedWhatIf(branch, row, getToday(row));
  const link = await createShareLink('/forecasts/what-if', text);
  if (link === null) {
    toast.error('This what-if is too long for a link', { description: 'Download the file and share it.' });
    return;
  }
  await copyShareLink(
    link,
    leftOut === 0
      ? 'It contains the decisions, but nothing about your accounts.'
      : `${formatCount(leftOut, 'decision')} about your own bills and deposits ${leftOut === 1 ? 'isn’t' : 'aren’t'} included.`,
  );
}

const LARGEST_FILE_BYTES = 1024 * 1024;

function downloadWhatIf(branch: WhatIf): void {
  downloadText(`what-if-${fileName(branch.name)}.json`, toWhatIfFile(branch), 'application/json');
}

/** Parses a what-if file, or returns a message about the problem. */
export async function openWhatIfFile(file: File): Promise<{ branch: WhatIf } | { problem: string }> {
  if (file.size > LARGEST_FILE_BYTES) return { problem: 'This file is too large for a what-if.' };
  try {
    return readWhatIfFile(await file.text());
  } catch {
    return { problem: "We can't read this file." };
  }
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain || 'branch';
}
