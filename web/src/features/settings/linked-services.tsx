import type { UserIdentity } from '@supabase/supabase-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import { formatDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { SkeletonRows } from '@/ui/skeleton';
import { securityMutations } from './security-mutations';
import { securityQueries, servicesOf } from './security-queries';

/** Ways to sign in by other services, as far as this bank's operator offers any. */
export function LinkedServices({ identities }: { identities: UserIdentity[] }) {
  const { data: offers, error } = useQuery(securityQueries.offers());
  const { mutate: link, isPending: isLinking, variables: linking } = useMutation(securityMutations.link);
  const { mutate: unlink, isPending: isUnlinking } = useMutation(securityMutations.unlink);
  const linked = identities.filter(({ provider }) => provider !== 'email' && provider !== 'phone');
  if (!offers && !error) return <SkeletonRows rows={1} />;
  const services = offers ? servicesOf(offers) : [];
  const open = services.filter((name) => !linked.some(({ provider }) => provider === name));
  if (services.length === 0 && linked.length === 0) {
    return (
      <p className="max-w-170 text-ink-2">
        This bank offers no sign-in by other services. Its operator can set some up.
      </p>
    );
  }
  // The last way to sign in cannot be taken away.
  const isOnlyWay = identities.length <= 1;
  return (
    <ul aria-label="Linked services" className="divide-y divide-line border-line border-y">
      {linked.map((identity) => (
        <li key={identity.identity_id} className="flex min-h-13 items-center justify-between gap-3 py-2">
          <span>
            <span className="block font-medium">{nameOf(identity.provider)}</span>
            <span className="block text-ink-3 text-sm">
              {String(identity.identity_data?.['email'] ?? '')}
              {identity.created_at && ` since ${formatDate(identity.created_at)}`}
            </span>
          </span>
          <Button
            size="sm"
            disabled={isOnlyWay}
            busy={isUnlinking}
            onClick={() =>
              unlink(identity, {
                onSuccess: () => toast.success(`${nameOf(identity.provider)} is unlinked`),
              })
            }
          >
            Unlink
          </Button>
        </li>
      ))}
      {open.map((name) => (
        <li key={name} className="flex min-h-13 items-center justify-between gap-3 py-2">
          <span className="font-medium">{nameOf(name)}</span>
          <Button size="sm" busy={isLinking && linking === name} onClick={() => link(name)}>
            Link
          </Button>
        </li>
      ))}
    </ul>
  );
}

const NAMES: Record<string, string> = { github: 'GitHub', linkedin_oidc: 'LinkedIn', gitlab: 'GitLab' };
const nameOf = (provider: string) =>
  NAMES[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll('_', ' ');
