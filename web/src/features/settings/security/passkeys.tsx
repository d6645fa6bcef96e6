import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { getProblem } from '@/entities/customer/auth-errors';
import { offerQueries } from '@/entities/loan-offer/offers';
import { formatTextDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { SkeletonRows } from '@/ui/skeleton';
import { getDevice } from './device';
import { NamePasskey, type Passkey, RemovePasskey } from './passkey-dialogs';
import { securityMutations } from './security-mutations';
import { securityQueries } from './security-queries';

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
              <KeyRound aria-hidden className="size-5 text-ink-2" strokeWidth={1.5} />
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
