import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { getProblem } from '@/entities/customer/auth-errors';
import { securityQueries } from '@/entities/customer/security-queries';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { offerQueries } from '@/entities/loan-offer/offers';
import { formatTextDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import { SkeletonRows } from '@/ui/skeleton';
import { getDevice } from './device';
import { securityMutations } from './mutations';

/** The customer's passkeys. */
export function Passkeys() {
  const { data: offers } = useQuery(offerQueries.all());
  const isOffered = offers?.passkeys_enabled ?? true;
  const {
    data: passkeys,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...securityQueries.passkeys(),
    enabled: isOffered,
  });
  if (!isOffered) return <p className="text-ink-2">Passkeys aren't available on this server.</p>;
  if (error && !passkeys) {
    return (
      <ErrorState title="We couldn't load your passkeys." onRetry={() => void refetch()} busy={isFetching} />
    );
  }
  if (!passkeys) return <SkeletonRows rows={1} />;
  return <PasskeyList passkeys={passkeys} />;
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
                  Since {formatTextDate(passkey.created_at)}
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
      {intent?.what === 'remove' && <RemovePasskey passkey={intent.passkey} onClose={close} />}
    </>
  );
}

type Passkey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string };
type DialogProps = { passkey: Passkey; onClose: () => void };

function NamePasskey({ passkey, onClose }: DialogProps) {
  const { form, submit, busy } = useAuthForm({
    schema: z.object({
      passkeyId: z.string(),
      friendlyName: z.string().trim().min(1, 'Enter a name.').max(80, 'Use 80 characters or fewer.'),
    }),
    defaults: { passkeyId: passkey.id, friendlyName: passkey.friendly_name ?? '' },
    mutation: securityMutations.renamePasskey,
    onDone: onClose,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Name your passkey">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Name" error={form.formState.errors.friendlyName?.message}>
          {(control) => <TextInput {...control} {...form.register('friendlyName')} />}
        </Field>
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

function RemovePasskey({ passkey, onClose }: DialogProps) {
  const { mutate, isPending, error } = useMutation(securityMutations.removePasskey);
  const problem = error && getProblem(error);
  const remove = () =>
    mutate(passkey.id, {
      onSuccess: () => {
        toast.success('Passkey removed');
        onClose();
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${passkey.friendly_name || 'Passkey'}”?`}
      description="You can't sign in with it anymore. Delete it from your device, too."
    >
      {problem && <AlertBox kind="negative" fact={problem.text} className="mb-5" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" busy={isPending} onClick={remove}>
          Remove passkey
        </Button>
      </div>
    </Dialog>
  );
}
