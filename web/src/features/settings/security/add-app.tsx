import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { z } from 'zod';
import { codeField } from '@/entities/customer/one-time-code';
import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import { CopyButton } from '../copy-button';
import { securityMutations } from './security-mutations';
import { CodesShown } from './shown-codes';

type Begun = { id: string; secret: string; uri: string };

/** Adds an authenticator app: name, secret, and a code as proof. The first app also gets recovery codes. */
export function AddApp({ count, onClose }: { count: number; onClose: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { mutate: makeCodes } = useMutation(securityMutations.makeCodes);
  const finish = () => {
    toast.success('Authenticator app added');
    if (count > 0) onClose();
    else makeCodes(null, { onSuccess: setCodes, onError: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={codes ? 'Save these recovery codes' : 'Add authenticator app'}
    >
      {codes ? (
        <CodesShown codes={codes} onDone={onClose} />
      ) : begun ? (
        <ProveApp begun={begun} onDone={finish} onClose={onClose} />
      ) : (
        <NameApp count={count} onBegun={setBegun} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NameApp({
  count,
  onBegun,
  onClose,
}: {
  count: number;
  onBegun: (begun: Begun) => void;
  onClose: () => void;
}) {
  const { mutateAsync } = useMutation(securityMutations.beginApp);
  const { form, submit, busy, problem } = useAuthForm({
    schema: z.object({
      name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use 80 characters or fewer.'),
    }),
    defaults: { name: count === 0 ? 'My phone' : `App ${count + 1}` },
    work: async ({ name }) => onBegun(await mutateAsync(name)),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <Field label="Name" hint="Helps you tell your apps apart." error={form.formState.errors.name?.message}>
        {(control) => <TextInput {...control} {...form.register('name')} />}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Next
        </Button>
      </div>
    </form>
  );
}

function ProveApp({ begun, onDone, onClose }: { begun: Begun; onDone: () => void; onClose: () => void }) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: z.object({ factorId: z.string(), code: codeField }),
    defaults: { factorId: begun.id, code: '' },
    mutation: securityMutations.finishApp,
    onDone,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <p className="text-ink-2">Scan this code with your app, or enter the secret.</p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={begun.uri} label="QR code for your authenticator app" />
        <div className="min-w-44 flex-1">
          <p className="text-ink-3 text-sm">Secret</p>
          <code className="block break-all font-semibold">{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={begun.secret} label="Copy secret" className="mt-2" />
        </div>
      </div>
      <OneTimeCode
        label="Code from your app"
        error={form.formState.errors.code?.message}
        registration={form.register('code')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Confirm code
        </Button>
      </div>
    </form>
  );
}

/** The white margin that scanners need. */
const QUIET_MODULES = 4;

/** A QR code, black on white in every theme, as cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-2"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
