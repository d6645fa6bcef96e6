import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmIdentity } from '@/entities/customer/confirm-identity';
import { deletionQueries } from '@/entities/customer/queries';
import { securityMutations } from '@/features/security/mutations';
import { formatListDate } from '@/lib/dates';
import { useCustomer } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';

/**
 * Renders a section that deletes the account after the customer confirms their identity. The customer can
 * cancel within seven days.
 */
export function DeleteAccount() {
  const user = useCustomer();
  const { data: deletion, isPending } = useQuery(deletionQueries.mine(user.id));
  const { mutateAsync: leave } = useMutation(securityMutations.requestDeletion);
  const { mutate: stay, isPending: isStaying } = useMutation(securityMutations.cancelDeletion);
  const [isAsking, setAsking] = useState(false);
  if (isPending) return <Skeleton className="h-14 w-full max-w-120" />;
  if (deletion) {
    return (
      <AlertBox
        kind="negative"
        className="max-w-170"
        fact={`Your account will be deleted on ${formatListDate(deletion.due_at)}.`}
        action={
          <Button
            className="mt-3 block!"
            busy={isStaying}
            onClick={() => stay(undefined, { onSuccess: () => toast.success('Account deletion canceled') })}
          >
            Keep my account
          </Button>
        }
      >
        Until then, everything still works, and you can cancel the deletion.
      </AlertBox>
    );
  }
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        This deletes your accounts, debts, history, checkpoints, documents, picture, and sign-in. You have 7
        days to change your mind. After that, we can't restore it.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete my account…
      </Button>
      {isAsking && (
        <ConfirmIdentity
          title="Delete your account?"
          verb="Delete in 7 days"
          danger
          work={async (proof) => {
            await leave(proof);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          <p>We'll delete your account in 7 real days. Sign in before then to keep it.</p>
          <p>Want a copy? Export your data above first.</p>
        </ConfirmIdentity>
      )}
    </>
  );
}
