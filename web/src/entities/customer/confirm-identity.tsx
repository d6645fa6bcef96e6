import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { getProblem } from '@/entities/customer/auth-errors';
import { codeField } from '@/entities/customer/one-time-code';
import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { PasswordField } from '@/entities/customer/password-field';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { isRefusal } from '@/lib/refusals';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Skeleton } from '@/ui/skeleton';
import type { IdentityProof } from './identity-proof';
import { securityQueries } from './security-queries';

type ConfirmProps = {
  title: string;
  verb: string;
  danger?: boolean;
  /** Runs the action with the proof of identity. Refusals appear next to the field. */
  work: (proof: IdentityProof | null) => Promise<unknown>;
  onClose: () => void;
  /** Content that describes the consequences of the action. */
  children: ReactNode;
};

/** Renders a dialog that explains a sensitive action, asks for proof of identity, and runs the action. */
export function ConfirmIdentity({ title, children, onClose, ...rest }: ConfirmProps) {
  const { data: person } = useQuery(securityQueries.person());
  const { data: summary } = useQuery(securityQueries.summary());
  return (
    <Dialog onClose={onClose} title={title}>
      <div className="mb-5 flex flex-col gap-3 text-ink-2">{children}</div>
      {person && summary ? (
        <ProofForm methods={getProofMethods(person, summary.has_password)} onClose={onClose} {...rest} />
      ) : (
        <Skeleton className="h-28 w-full" />
      )}
    </Dialog>
  );
}

function ProofForm({
  methods,
  verb,
  danger = false,
  work,
  onClose,
}: Omit<ConfirmProps, 'title' | 'children'> & { methods: ProofMethods }) {
  const byApp = methods !== 'signed-in' && 'app' in methods;
  const needsProof = methods !== 'signed-in';
  const { form, submit, busy, problem } = useAuthForm({
    schema: z.object({
      answer: byApp ? codeField : needsProof ? z.string().min(1, 'Enter your password.') : z.string(),
    }),
    defaults: { answer: '' },
    work: ({ answer }) => work(createProof(methods, answer)),
    wrong: (error) => getErrorMessage(error, methods),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      {byApp && (
        <OneTimeCode
          label="Authenticator app code"
          autoFocus
          error={form.formState.errors.answer?.message}
          registration={form.register('answer')}
        />
      )}
      {needsProof && !byApp && (
        <PasswordField control={form.control} name="answer" label="Your password" autoFocus />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

/** Returns the field and the message for a rejected proof of identity. */
function getErrorMessage(error: unknown, methods: ProofMethods) {
  const code = isRefusal(error) ? error.code : '';
  if (code === 'PROOF' && methods === 'signed-in')
    return { field: null, text: 'Sign out, sign in again, and return within 10 minutes.' };
  if (code === 'invalid_credentials')
    return { field: 'answer', text: 'That password is incorrect. Try again.' };
  const problem = getProblem(error);
  return problem?.field === 'code' ? { field: 'answer', text: problem.text } : problem;
}

/** The customer's way to prove their identity; `signed-in` if they can only sign in again. */
type ProofMethods = { app: string } | { email: string } | { phone: string } | 'signed-in';

/**
 * Returns the authenticator app if the customer has one, or else the password. A customer who has neither
 * signs in again.
 */
function getProofMethods(person: User, hasPassword: boolean): ProofMethods {
  const app = person.factors?.find(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  if (app) return { app: app.id };
  if (!hasPassword) return 'signed-in';
  if (person.email) return { email: person.email };
  return person.phone ? { phone: person.phone } : 'signed-in';
}

function createProof(methods: ProofMethods, answer: string): IdentityProof | null {
  if (methods === 'signed-in') return null;
  return 'app' in methods ? { factorId: methods.app, code: answer } : { ...methods, password: answer };
}
