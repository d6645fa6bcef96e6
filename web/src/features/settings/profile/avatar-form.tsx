import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { customerMutations } from '../mutations';
import { Avatar } from './avatar';
import { CropDialog } from './crop-dialog';
import { type Opened, openPicture } from './picture';

type AvatarCustomer = { id: string; avatar: string | null };

/** Uploads, crops, or removes the customer's picture. */
export function AvatarForm({ customer, email }: { customer: AvatarCustomer; email: string }) {
  const { mutateAsync: change, isPending } = useMutation(customerMutations.changeAvatar);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    const found = await openPicture(file);
    // Allows choosing the same file again.
    target.value = '';
    setProblem('problem' in found ? found.problem : null);
    if (!('problem' in found)) setOpened(found);
  }
  const save = async (picture: Blob | null) => {
    await change({ id: customer.id, before: customer.avatar, picture });
    setOpened(null);
    toast.success(picture ? 'Picture saved' : 'Picture removed');
  };
  return (
    <div className="mb-8">
      <div className="flex flex-wrap items-center gap-5">
        <span
          aria-hidden
          className="grid size-20 place-items-center overflow-hidden rounded-full bg-ink font-semibold text-canvas text-xl"
        >
          <Avatar initials={email.slice(0, 2).toUpperCase() || 'U'} />
        </span>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => input.current?.click()}>
            {customer.avatar ? 'Change picture…' : 'Add picture…'}
          </Button>
          {customer.avatar && (
            <Button
              variant="ghost"
              busy={isPending && !opened}
              onClick={() => void save(null).catch(() => {})}
            >
              Remove picture
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label="Picture file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void choose(event)}
        />
      </div>
      <p role="status" className="mt-2 text-sm">
        {problem ? (
          <span className="text-negative">{problem}</span>
        ) : (
          <span className="text-ink-3">PNG, JPEG, or WebP, up to 10 MB.</span>
        )}
      </p>
      {opened && <CropDialog opened={opened} onSave={save} onClose={() => setOpened(null)} />}
    </div>
  );
}
