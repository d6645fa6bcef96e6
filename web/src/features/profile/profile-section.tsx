import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthWeakPasswordError } from '@supabase/supabase-js';
import { useMutation } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Avatar } from '@/entities/customer/avatar';
import { SHORTEST_PASSWORD } from '@/entities/customer/password-strength';
import { WithCustomer } from '@/entities/customer/with-customer';
import { isRefusal } from '@/lib/refusals';
import { useCustomer } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { useFilePicker } from '@/ui/forms/files';
import { Slider } from '@/ui/forms/slider';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { AddressForms } from './address-forms';
import { profileMutations } from './mutations';
import { type Crop, cutSquare, drawSquare, getSquare, type Opened, openPicture } from './picture';
import { ProfileForm } from './profile-form';

export function ProfileSection() {
  const user = useCustomer();
  return (
    <div>
      {user.is_anonymous && (
        <Section title="Save this demo">
          <p className="mb-5 max-w-170 text-ink-2">
            We delete a demo 24 hours after you start it. To keep your data, add an email and password.
          </p>
          <KeepDemoForm />
        </Section>
      )}
      <Section title="Profile">
        <WithCustomer>
          {(customer) => (
            <>
              <AvatarForm customer={customer} email={user.email ?? ''} />
              <ProfileForm key={customer.id} customer={customer} />
            </>
          )}
        </WithCustomer>
      </Section>
      {!user.is_anonymous && (
        <Section title="Contact information" id="addresses">
          <AddressForms user={user} />
        </Section>
      )}
    </div>
  );
}

type AvatarCustomer = { id: string; avatar: string | null };

function AvatarForm({ customer, email }: { customer: AvatarCustomer; email: string }) {
  const { mutateAsync: change, isPending } = useMutation(profileMutations.changeAvatar);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function open(file: File) {
    const picture = await openPicture(file);
    setProblem('problem' in picture ? picture.problem : null);
    if (!('problem' in picture)) setOpened(picture);
  }
  const picker = useFilePicker({
    label: 'Picture file',
    accept: 'image/png,image/jpeg,image/webp',
    onFiles: ([file]) => file && void open(file),
  });
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
          <Button onClick={picker.open}>{customer.avatar ? 'Change picture…' : 'Add picture…'}</Button>
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
        {picker.field}
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

const SHOWN_PIXELS = 512;
const NEAREST = 4;

type CropDialogProps = { opened: Opened; onSave: (picture: Blob) => Promise<void>; onClose: () => void };

/** Lets the customer crop a picture to a square, by dragging or with three sliders. */
function CropDialog({ opened: { image }, onSave, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });
  const [isSaving, setSaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, image, crop);
  }, [image, crop]);
  const move = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons !== 1) return;
    const { side } = getSquare(image, crop);
    const scale = side / currentTarget.clientWidth;
    setCrop({
      ...crop,
      x: clamp(crop.x - (movementX * scale) / image.width),
      y: clamp(crop.y - (movementY * scale) / image.height),
    });
  };
  async function save() {
    setSaving(true);
    setFailed(false);
    try {
      await onSave(await cutSquare(image, crop));
    } catch {
      setFailed(true);
      setSaving(false);
    }
  }
  return (
    <Dialog onClose={onClose} title="Crop picture">
      <canvas
        ref={canvas}
        width={SHOWN_PIXELS}
        height={SHOWN_PIXELS}
        aria-label="Picture preview"
        role="img"
        onPointerMove={move}
        className="mx-auto mb-5 size-64 cursor-move touch-none rounded-full border border-line"
      />
      <div className="flex flex-col gap-3">
        <Slider
          label="Zoom"
          value={crop.zoom}
          min={1}
          max={NEAREST}
          step={0.01}
          onValueChange={(zoom) => setCrop({ ...crop, zoom })}
        />
        <Slider
          label="Horizontal position"
          value={crop.x}
          max={1}
          step={0.01}
          onValueChange={(x) => setCrop({ ...crop, x })}
        />
        <Slider
          label="Vertical position"
          value={crop.y}
          max={1}
          step={0.01}
          onValueChange={(y) => setCrop({ ...crop, y })}
        />
      </div>
      <p role="status" className="mt-3 text-negative text-sm empty:hidden">
        {hasFailed && "We couldn't save the picture. Try again."}
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={isSaving} onClick={() => void save()}>
          Save picture
        </Button>
      </div>
    </Dialog>
  );
}

const clamp = (part: number) => Math.max(0, Math.min(1, part));

const password = z.string().min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`);

/** Renders the form that converts a demo to a permanent account with an email and a password. */
function KeepDemoForm() {
  const { mutateAsync, isPending } = useMutation(profileMutations.keep);
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(z.object({ email: z.email('Enter a complete email address.'), password })),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  });
  const submit = handleSubmit(async (values) => {
    try {
      await mutateAsync(values);
      toast.success('Your demo is saved');
    } catch (error) {
      if (!isRefusal(error)) return;
      const isAboutPassword = error.code === 'weak_password';
      const text = isAboutPassword
        ? weakness(error)
        : 'An account with this email already exists. Use a different email.';
      setError(isAboutPassword ? 'password' : 'email', { message: text }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex max-w-120 flex-col gap-5">
      <TextField control={control} name="email" label="Email" type="email" autoComplete="email" />
      <TextField
        control={control}
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" busy={isPending} className="self-start">
        Save demo
      </Button>
    </form>
  );
}

function weakness(error: { code: string }): string {
  if (error.code === 'same_password') return 'This is your current password. Choose a different one.';
  const isLeaked = isAuthWeakPasswordError(error) && error.reasons.includes('pwned');
  return isLeaked
    ? 'This password appeared in a data breach. Choose a different one.'
    : `This password is too easy to guess. Use at least ${SHORTEST_PASSWORD} characters.`;
}
