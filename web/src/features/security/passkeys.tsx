import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { getProblem } from '@/entities/customer/auth-errors';
import { securityQueries } from '@/entities/customer/security-queries';
import { signInMethodQueries } from '@/entities/customer/sign-in-methods';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { formatTextDate } from '@/lib/dates';
import { nameField } from '@/lib/fields';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/text-field';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { getDevice } from './device';
import { securityMutations } from './mutations';
import { RemoveDialog } from './remove-dialog';

export function Passkeys() {
  const { data: methods } = useQuery(signInMethodQueries.all());
  const isOffered = methods?.passkeys_enabled ?? true;
  const query = useQuery({ ...securityQueries.passkeys(), enabled: isOffered });
  if (!isOffered) return <p className="text-ink-2">Passkeys aren't available on this server.</p>;
  return (
    <Loaded from={query} failure="We couldn't load your passkeys." rows={1}>
      {(passkeys) => <PasskeyList passkeys={passkeys} />}
    </Loaded>
  );
}

function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const { mutate: add, isPending, error } = useMutation(securityMutations.addPasskey);
  const [intent, setIntent] = useState<{ what: 'name' | 'remove'; passkey: Passkey } | null>(null);
  const close = () => setIntent(null);
  const canAdd = 'PublicKeyCredential' in window;
  const problem = error && getProblem(error);
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        Sign in with your fingerprint, face, or device PIN. Passkeys stay on your device and can't be phished.
      </p>
      {problem && <AlertBox kind="negative" fact={problem.text} className="mb-4 max-w-170" />}
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="mb-5 divide-y divide-line border-line border-y">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex min-h-13 flex-wrap items-center gap-3 py-2">
              <KeyRound className="size-5 text-ink-2" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{passkey.friendly_name || 'Passkey'}</span>
                <span className="block text-ink-3 text-sm">
                  Added {formatTextDate(passkey.created_at)}
                  {passkey.last_used_at && `, last used ${formatTextDate(passkey.last_used_at)}`}
                </span>
              </span>
              <span className="flex gap-2">
                <Button size="sm" onClick={() => setIntent({ what: 'name', passkey })}>
                  Rename
                </Button>
                <Button size="sm" onClick={() => setIntent({ what: 'remove', passkey })}>
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {canAdd ? (
        <Button
          busy={isPending}
          onClick={() =>
            add(getDevice(navigator.userAgent), {
              onSuccess: (isDone) => isDone && toast.success('Passkey added'),
            })
          }
        >
          Add passkey
        </Button>
      ) : (
        <p className="text-ink-3">This browser doesn't support passkeys.</p>
      )}
      {intent?.what === 'name' && <NamePasskey passkey={intent.passkey} onClose={close} />}
      {intent?.what === 'remove' && (
        <RemoveDialog
          id={intent.passkey.id}
          name={intent.passkey.friendly_name || 'Passkey'}
          description="You won't be able to sign in with this passkey. Also delete it from your device."
          verb="Remove passkey"
          success="Passkey removed"
          mutation={securityMutations.removePasskey}
          onClose={close}
        />
      )}
    </>
  );
}

type Passkey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string };
function NamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { form, submit, busy } = useAuthForm({
    schema: z.object({ passkeyId: z.string(), friendlyName: nameField }),
    defaults: { passkeyId: passkey.id, friendlyName: passkey.friendly_name ?? '' },
    mutation: securityMutations.renamePasskey,
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title="Name your passkey">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField control={form.control} name="friendlyName" label="Name" />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save name
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
