import type { User } from '@supabase/supabase-js';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { ConfirmIdentity } from '@/entities/customer/confirm-identity';
import type { IdentityProof } from '@/entities/customer/identity-proof';
import { codeField } from '@/entities/customer/one-time-code';
import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { phoneField } from '@/entities/customer/phone-number';
import { signInMethodQueries } from '@/entities/customer/sign-in-methods';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { renewSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/text-field';
import { profileMutations } from './mutations';

/** Renders the forms to change the customer's email address and phone number. */
export function AddressForms({ user }: { user: User }) {
  const { data: methods } = useQuery(signInMethodQueries.all());
  return (
    <div className="flex max-w-120 flex-col gap-8">
      <EmailForm user={user} />
      {methods?.external['phone'] ? (
        <PhoneForm user={user} />
      ) : (
        methods && <p className="text-ink-3 text-sm">Text messages aren't available on this server.</p>
      )}
    </div>
  );
}

function EmailForm({ user }: { user: User }) {
  const [requested, setRequested] = useState(user.new_email ?? '');
  const [target, setWanted] = useState<string | null>(null);
  const { mutateAsync: change } = useMutation(profileMutations.changeEmail);
  const { form, submit } = useAuthForm({
    schema: z.object({ email: z.email('Enter a complete email address.') }),
    defaults: { email: user.email ?? '' },
    work: ({ email }) => setWanted(email),
  });
  if (requested !== '') {
    return (
      <ConfirmCode
        // The current address must also be confirmed, so that someone at the customer's browser can't take
        // over the account.
        addresses={[user.email, requested].filter((address): address is string => Boolean(address))}
        mutation={profileMutations.confirmEmail}
        field="email"
        onDone={() => {
          toast.success('Email updated');
          setRequested('');
        }}
        onCancel={() => setRequested('')}
      />
    );
  }
  const changeTo = async (email: string, proof: IdentityProof | null) => {
    const outcome = await change({ email, proof });
    setWanted(null);
    if (outcome === 'asked') return setRequested(email);
    toast.success('Email updated');
  };
  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          control={form.control}
          name="email"
          label="Email"
          hint="You'll sign in with this email. We may send codes to your current and new email to confirm the change."
          type="email"
          autoComplete="email"
        />
        <Button type="submit" disabled={form.watch('email') === user.email} className="self-start">
          Change email
        </Button>
      </form>
      {target && (
        <ConfirmIdentity
          title="Change your email?"
          verb="Change email"
          work={(proof) => changeTo(target, proof)}
          onClose={() => setWanted(null)}
        >
          <p>
            You'll sign in with <strong className="font-semibold text-ink">{target}</strong> from now on
            {user.email && ` instead of ${user.email}`}.
          </p>
        </ConfirmIdentity>
      )}
    </>
  );
}

function PhoneForm({ user }: { user: User }) {
  const [request, setRequested] = useState(user.new_phone ?? '');
  const { form, submit, busy, problem } = useAuthForm({
    schema: z.object({ phone: phoneField }),
    defaults: { phone: user.phone ? `+${user.phone}` : '' },
    mutation: {
      ...profileMutations.changePhone,
      onSuccess: async (outcome, { phone }) => {
        if (outcome === 'asked') return setRequested(phone);
        await renewSession();
        toast.success('Phone number updated');
      },
    },
  });
  if (request !== '') {
    return (
      <ConfirmCode
        addresses={[request]}
        mutation={profileMutations.confirmPhone}
        field="phone"
        onDone={() => {
          toast.success('Phone number updated');
          setRequested('');
        }}
        onCancel={() => setRequested('')}
      />
    );
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <TextField
        control={form.control}
        name="phone"
        label="Phone number"
        note="optional"
        hint="We'll text you a code."
        type="tel"
        autoComplete="tel"
      />
      <Button type="submit" busy={busy} className="self-start">
        Change number
      </Button>
    </form>
  );
}

type ConfirmCodeProps<Name extends 'email' | 'phone'> = {
  /** The addresses that received a code. The customer confirms them one after another. */
  addresses: readonly string[];
  field: Name;
  mutation: UseMutationOptions<void, Error, Record<Name, string> & { code: string }>;
  onDone: () => void;
  onCancel: () => void;
};

/** Asks for the codes sent to several addresses, one after another. */
function ConfirmCode<Name extends 'email' | 'phone'>({
  addresses,
  field,
  mutation,
  onDone,
  onCancel,
}: ConfirmCodeProps<Name>) {
  const [confirmed, setConfirmed] = useState(0);
  const address = addresses[confirmed] ?? '';
  const { form, submit, busy, problem } = useAuthForm({
    schema: z.object({ code: codeField }),
    defaults: { code: '' },
    mutation: {
      meta: { failure: "We couldn't confirm the code" },
      mutationFn: async ({ code }: { code: string }, context) =>
        mutation.mutationFn?.({ [field]: address, code } as Record<Name, string> & { code: string }, context),
    },
    onDone: () => {
      form.reset();
      if (confirmed + 1 < addresses.length) setConfirmed(confirmed + 1);
      else onDone();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <p role="status" className="text-ink-2">
        We sent a code to <strong className="font-semibold text-ink">{address}</strong>
        {addresses.length > 1 && ` (${confirmed + 1} of ${addresses.length})`}.
      </p>
      <OneTimeCode
        autoFocus
        error={form.formState.errors.code?.message}
        registration={form.register('code')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Confirm
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
