import type { UserIdentity } from '@supabase/supabase-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { getProblem } from '@/entities/customer/auth-errors';
import { getServices, offerQueries, serviceName, serviceProblem } from '@/entities/loan-offer/offers';
import { formatTextDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { SkeletonRows } from '@/ui/skeleton';
import { securityMutations } from './security-mutations';

/** Links the sign-in providers that the operator offers. */
export function LinkedServices({ identities }: { identities: UserIdentity[] }) {
  const { data: offers, error } = useQuery(offerQueries.all());
  const { mutate: link, isPending: isLinking, variables: linking } = useMutation(securityMutations.link);
  const { mutate: unlink, isPending: isUnlinking } = useMutation(securityMutations.unlink);
  const [refused, setRefused] = useState<string | null>(null);
  const cameBack = serviceProblem(useLocation().hash);
  const linked = identities.filter(({ provider }) => provider !== 'email' && provider !== 'phone');
  if (!offers && !error) return <SkeletonRows rows={1} />;
  const services = offers ? getServices(offers) : [];
  const open = services.filter((name) => !linked.some(({ provider }) => provider === name));
  if (services.length === 0 && linked.length === 0) {
    return (
      <p className="max-w-170 text-ink-2">Sign-in with other services isn't available on this server.</p>
    );
  }
  // The last sign-in method can't be removed. The bank refuses it as well.
  const isOnlyWay = identities.length <= 1;
  const onError = (failure: Error) => setRefused(getProblem(failure)?.text ?? null);
  const problem = refused ?? cameBack;
  return (
    <>
      {problem && <AlertBox kind="negative" fact={problem} className="mb-4" />}
      <ul aria-label="Linked services" className="divide-y divide-line border-line border-y">
        {linked.map((identity) => (
          <li key={identity.identity_id} className="flex min-h-13 items-center justify-between gap-3 py-2">
            <span>
              <span className="block font-medium">{serviceName(identity.provider)}</span>
              <span className="block text-ink-3 text-sm">
                {String(identity.identity_data?.['email'] ?? '')}
                {identity.created_at && ` since ${formatTextDate(identity.created_at)}`}
              </span>
              {isOnlyWay && (
                <span id="only-way" className="block text-ink-3 text-sm">
                  Add another way to sign in first.
                </span>
              )}
            </span>
            <Button
              size="sm"
              disabled={isOnlyWay}
              aria-describedby={isOnlyWay ? 'only-way' : undefined}
              aria-label={`Unlink ${serviceName(identity.provider)}`}
              busy={isUnlinking}
              onClick={() =>
                unlink(identity, {
                  onSuccess: () => toast.success(`${serviceName(identity.provider)} unlinked`),
                  onError,
                })
              }
            >
              Unlink
            </Button>
          </li>
        ))}
        {open.map((name) => (
          <li key={name} className="flex min-h-13 items-center justify-between gap-3 py-2">
            <span className="font-medium">{serviceName(name)}</span>
            <Button
              size="sm"
              aria-label={`Link ${serviceName(name)}`}
              busy={isLinking && linking === name}
              onClick={() => link(name, { onError })}
            >
              Link
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
