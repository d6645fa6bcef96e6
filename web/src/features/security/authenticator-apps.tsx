import type { Factor } from '@supabase/supabase-js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { z } from 'zod';
import { codeField } from '@/entities/customer/one-time-code';
import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { formatTextDate } from '@/lib/dates';
import { nameField } from '@/lib/fields';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { CopyButton } from '@/ui/copy-button';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import { securityMutations } from './mutations';
import { RemoveDialog } from './remove-dialog';
import { CodesShown } from './shown-codes';

/** Renders the customer's authenticator apps, whose codes are the second factor. */
export function AuthenticatorApps({ apps }: { apps: Factor[] }) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Factor | null>(null);
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        {apps.length === 0
          ? "Require a code from an app on your phone, so a stolen password isn't enough to sign in."
          : "You'll enter a code from one of these apps each time you sign in."}
      </p>
      {apps.length > 0 && (
        <ul aria-label="Authenticator apps" className="mb-5 divide-y divide-line border-line border-y">
          {apps.map((app) => (
            <li key={app.id} className="flex min-h-13 flex-wrap items-center justify-between gap-3 py-2">
              <span>
                <span className="block font-medium">{getName(app)}</span>
                <span className="block text-ink-3 text-sm">Added {formatTextDate(app.created_at)}</span>
              </span>
              <Button size="sm" onClick={() => setRemoved(app)} aria-label={`Remove ${getName(app)}`}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => setAdding(true)}>{apps.length === 0 ? 'Add app…' : 'Add another app…'}</Button>
      {isAdding && <AddApp count={apps.length} onClose={() => setAdding(false)} />}
      {removed && (
        <RemoveDialog
          id={removed.id}
          name={getName(removed)}
          description={
            apps.length === 1
              ? "This is your only app. If you remove it, you'll sign in with just your password."
              : 'Your other apps keep working.'
          }
          verb="Remove app"
          success={`${getName(removed)} removed`}
          mutation={securityMutations.removeApp}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

const getName = (app: Factor) => app.friendly_name || 'Authenticator app';

type EnrolledApp = { id: string; secret: string; uri: string };

/**
 * Renders the dialog that adds an authenticator app: name, secret, and a code as proof. With the first app,
 * the customer also gets recovery codes.
 */
function AddApp({ count, onClose }: { count: number; onClose: () => void }) {
  const [enrolled, setEnrolled] = useState<EnrolledApp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { mutate: createCodes } = useMutation(securityMutations.createCodes);
  const finish = () => {
    toast.success('Authenticator app added');
    if (count > 0) onClose();
    else createCodes(null, { onSuccess: setCodes, onError: onClose });
  };
  return (
    <Dialog onClose={onClose} title={codes ? 'Save these recovery codes' : 'Add authenticator app'}>
      {codes ? (
        <CodesShown codes={codes} onDone={onClose} />
      ) : enrolled ? (
        <ProveApp enrolled={enrolled} onDone={finish} onClose={onClose} />
      ) : (
        <NameApp count={count} onEnrolled={setEnrolled} onClose={onClose} />
      )}
    </Dialog>
  );
}

type NameAppProps = { count: number; onEnrolled: (enrolled: EnrolledApp) => void; onClose: () => void };

function NameApp({ count, onEnrolled, onClose }: NameAppProps) {
  const { mutateAsync } = useMutation(securityMutations.enrollApp);
  const { form, submit, busy, problem } = useAuthForm({
    schema: z.object({ name: nameField }),
    defaults: { name: count === 0 ? 'My phone' : `App ${count + 1}` },
    work: async ({ name }) => onEnrolled(await mutateAsync(name)),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <TextField control={form.control} name="name" label="Name" hint="Helps you tell your apps apart." />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Next
        </Button>
      </div>
    </form>
  );
}

type ProveAppProps = { enrolled: EnrolledApp; onDone: () => void; onClose: () => void };

function ProveApp({ enrolled, onDone, onClose }: ProveAppProps) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: z.object({ factorId: z.string(), code: codeField }),
    defaults: { factorId: enrolled.id, code: '' },
    mutation: securityMutations.verifyApp,
    onDone,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <p className="text-ink-2">Scan this code with your app, or enter the secret.</p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={enrolled.uri} label="QR code for your authenticator app" />
        <div className="min-w-44 flex-1">
          <p className="text-ink-3 text-sm">Secret</p>
          <code className="block break-all font-semibold">
            {enrolled.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <CopyButton text={enrolled.secret} label="Copy secret" className="mt-2" />
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

/** The width of the white margin that scanners need, in modules. */
const QUIET_MODULES = 4;

/** Renders a QR code. It is black on white in every theme, because scanners expect these colors. */
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
