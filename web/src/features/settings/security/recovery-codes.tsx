import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTextDate } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { ConfirmIdentity } from './confirm-identity';
import { securityMutations } from './security-mutations';
import { CodesShown } from './shown-codes';

const MADE = 10;
const FEW = 3;

/** How many are left, and new ones for the old. */
export function RecoveryCodes({ left, madeAt }: { left: number; madeAt: string | null }) {
  const { mutateAsync } = useMutation(securityMutations.makeCodes);
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setAsking(false);
    setCodes(null);
  };
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        {madeAt
          ? `${left} of ${MADE} are left, made ${formatTextDate(madeAt)}. Each signs you in once in place of the app.`
          : 'You have none yet. They sign you in when the phone with the app is lost.'}
      </p>
      {madeAt && left <= FEW && (
        <AlertBox kind="warning" fact="Few are left." className="mb-4 max-w-170">
          Make new ones before you need them.
        </AlertBox>
      )}
      <Button onClick={() => setAsking(true)}>{madeAt ? 'Make new codes…' : 'Make recovery codes…'}</Button>
      {isAsking && !codes && (
        <ConfirmIdentity
          title="Make new recovery codes?"
          verb="Make new codes"
          work={async (proof) => setCodes(await mutateAsync(proof))}
          onClose={close}
        >
          <p>{madeAt ? 'The codes you have now stop working.' : 'Ten codes are made, and shown once.'}</p>
        </ConfirmIdentity>
      )}
      {codes && (
        <Dialog open onOpenChange={(open) => !open && close()} title="Keep these recovery codes">
          <CodesShown codes={codes} onDone={close} />
        </Dialog>
      )}
    </>
  );
}
