import type { UserIdentity } from '@supabase/supabase-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { getProblem } from '@/entities/customer/auth-errors';
import { ConfirmIdentity } from '@/entities/customer/confirm-identity';
import { PasswordField } from '@/entities/customer/password-field';
import { SHORTEST_PASSWORD } from '@/entities/customer/password-strength';
import { securityQueries } from '@/entities/customer/security-queries';
import {
  getServices,
  serviceName,
  serviceProblem,
  signInMethodQueries,
} from '@/entities/customer/sign-in-methods';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { formatTextDate } from '@/lib/dates';
import { useScrollToHash } from '@/lib/navigation/use-scroll-to-hash';
import { useCustomer } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { TextLink } from '@/ui/link';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { AuthenticatorApps } from './authenticator-apps';
import { securityMutations } from './mutations';
import { Passkeys } from './passkeys';
import { SecurityEvents } from './security-events';
import { Sessions } from './sessions';
import { CodesShown } from './shown-codes';
import { TransferLimit } from './transfer-limit';

export function SecuritySection() {
  const user = useCustomer();
  const summary = useQuery(securityQueries.summary());
  const person = useQuery(securityQueries.person());
  const isReady = summary.data !== undefined && person.data !== undefined;
  useScrollToHash(isReady);
  const failed = summary.error ?? person.error;
  if (failed && !isReady) {
    return (
      <ErrorState
        title="We couldn't load your security settings."
        onRetry={() => void Promise.all([summary.refetch(), person.refetch()])}
        busy={summary.isFetching || person.isFetching}
      />
    );
  }
  if (!summary.data || !person.data) return <SkeletonRows rows={5} />;
  const apps = (person.data.factors ?? []).filter(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  return (
    <div>
      {user.is_anonymous ? (
        <Section title="Sign-in">
          <p className="max-w-170 text-ink-2">
            This demo doesn't have its own sign-in yet.{' '}
            <TextLink to="/settings/profile">Add an email and password</TextLink> to set up two-step
            verification and passkeys.
          </p>
        </Section>
      ) : (
        <>
          <Section title="Password" id="password">
            <PasswordForm hasPassword={summary.data.has_password} />
          </Section>
          <Section title="Authenticator app" id="apps">
            <AuthenticatorApps apps={apps} />
          </Section>
          {(apps.length > 0 || summary.data.codes_left > 0) && (
            <Section title="Recovery codes" id="codes">
              <RecoveryCodes left={summary.data.codes_left} madeAt={summary.data.codes_made_at} />
            </Section>
          )}
          <Section title="Passkeys" id="passkeys">
            <Passkeys />
          </Section>
        </>
      )}
      <Section title="Signed-in devices" id="sessions">
        <Sessions />
      </Section>
      {!user.is_anonymous && (
        <Section title="Linked services" id="services">
          <LinkedServices identities={person.data.identities ?? []} />
        </Section>
      )}
      <Section title="Daily transfer limit" id="transfer-limit">
        <TransferLimit />
      </Section>
      <Section title="Recent activity" id="activity">
        <SecurityEvents />
      </Section>
    </div>
  );
}

/** Renders the sign-in providers that the operator offers and lets the customer link them. */
function LinkedServices({ identities }: { identities: UserIdentity[] }) {
  const { data: methods, error } = useQuery(signInMethodQueries.all());
  const { mutate: link, isPending: isLinking, variables: linking } = useMutation(securityMutations.link);
  const { mutate: unlink, isPending: isUnlinking } = useMutation(securityMutations.unlink);
  const [refused, setRefused] = useState<string | null>(null);
  const returnedProblem = serviceProblem(useLocation().hash);
  const linked = identities.filter(({ provider }) => provider !== 'email' && provider !== 'phone');
  if (!methods && !error) return <SkeletonRows rows={1} />;
  const services = methods ? getServices(methods) : [];
  const open = services.filter((name) => !linked.some(({ provider }) => provider === name));
  if (services.length === 0 && linked.length === 0) {
    return (
      <p className="max-w-170 text-ink-2">Sign-in with other services isn't available on this server.</p>
    );
  }
  // The last sign-in method can't be removed. The bank enforces this rule too.
  const isOnlySignIn = identities.length <= 1;
  const onError = (failure: Error) => setRefused(getProblem(failure)?.text ?? null);
  const problem = refused ?? returnedProblem;
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
              {isOnlySignIn && (
                <span id="only-way" className="block text-ink-3 text-sm">
                  Add another way to sign in first.
                </span>
              )}
            </span>
            <Button
              size="sm"
              disabled={isOnlySignIn}
              aria-describedby={isOnlySignIn ? 'only-way' : undefined}
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

const password = z.string().min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`);

/** Renders the form that sets or changes the password. A change signs out other browsers. */
function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const current = hasPassword ? z.string().min(1, 'Enter your current password.') : z.string();
  const { form, submit, busy, problem } = useAuthForm({
    schema: z.object({ current, password }),
    defaults: { current: '', password: '' },
    mutation: securityMutations.changePassword,
    onDone: () => {
      form.reset();
      toast.success('Password changed');
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex max-w-120 flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      {hasPassword && <PasswordField control={form.control} name="current" label="Current password" />}
      <PasswordField control={form.control} name="password" label="New password" isNew />
      <p className="text-ink-3 text-sm">You'll be signed out on your other devices.</p>
      <Button type="submit" busy={busy} className="self-start">
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  );
}

const MADE = 10;
const FEW = 3;

/** Renders the number of unused recovery codes and a button that replaces them. */
function RecoveryCodes({ left, madeAt }: { left: number; madeAt: string | null }) {
  const { mutateAsync } = useMutation(securityMutations.createCodes);
  const [isConfirming, setConfirming] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setConfirming(false);
    setCodes(null);
  };
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        {madeAt
          ? `${left} of ${MADE} codes left, created ${formatTextDate(madeAt)}. Use each code once in place of the app.`
          : 'No recovery codes yet. Create codes so you can sign in if you lose your phone.'}
      </p>
      {madeAt && left <= FEW && (
        <AlertBox kind="warning" fact="You're running low on recovery codes." className="mb-4 max-w-170">
          Create new codes before you run out.
        </AlertBox>
      )}
      <Button onClick={() => setConfirming(true)}>
        {madeAt ? 'Create new codes…' : 'Create recovery codes…'}
      </Button>
      {isConfirming && !codes && (
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
        <Dialog onClose={close} title="Save these recovery codes">
          <CodesShown codes={codes} onDone={close} />
        </Dialog>
      )}
    </>
  );
}
