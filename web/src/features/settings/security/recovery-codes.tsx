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

/** Shows the number of unused recovery codes, and replaces them. */
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
          ? `${left} of ${MADE} codes left, created ${formatTextDate(madeAt)}. Use each code once in place of the app.`
          : 'No recovery codes yet. Use them to sign in if you lose your phone.'}
      </p>
      {madeAt && left <= FEW && (
        <AlertBox kind="warning" fact="You're running low." className="mb-4 max-w-170">
          Create new codes before you run out.
        </AlertBox>
      )}
      <Button onClick={() => setAsking(true)}>
        {madeAt ? 'Create new codes…' : 'Create recovery codes…'}
      </Button>
      {isAsking && !codes && (
        <ConfirmIdentity
          title="Create new recovery codes?"
          verb="Create new codes"
          work={async (proof) => setCodes(await mutateAsync(proof))}
          onClose={close}
        >
          <p>
            {madeAt ? 'Your current codes will stop working.' : "We'll create 10 codes and show them once."}
          </p>
        </ConfirmIdentity>
      )}
      {codes && (
        <Dialog open onOpenChange={(open) => !open && close()} title="Save these recovery codes">
          <CodesShown codes={codes} onDone={close} />
        </Dialog>
      )}
    </>
  );
}
