import type { UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { codeField } from '@/entities/customer/one-time-code';
import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';

type ConfirmCodeProps<Name extends 'email' | 'phone'> = {
  /** The addresses that received codes, confirmed one after another. */
  addresses: readonly string[];
  field: Name;
  mutation: UseMutationOptions<void, Error, Record<Name, string> & { code: string }>;
  onDone: () => void;
  onCancel: () => void;
};

/** Asks for the codes sent to several addresses, one after another. */
export function ConfirmCode<Name extends 'email' | 'phone'>({
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
