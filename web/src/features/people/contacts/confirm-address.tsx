import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { getProblem } from '@/entities/customer/auth-errors';
import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { peopleMutations } from '../mutations';

const schema = z.object({
  address: z.string(),
  code: z.string().regex(/^\d{6}$/, 'Enter the 6-digit code.'),
});

/**
 * Asks the customer to confirm their email with a code. Payments and requests reach only confirmed addresses.
 */
export function ConfirmAddress({ address }: { address: string }) {
  const [isSent, setIsSent] = useState(false);
  const send = useMutation(peopleMutations.sendAddressCode);
  return (
    <section className="flex max-w-140 flex-col gap-4">
      <AlertBox
        kind="info"
        fact="Confirm your email address to receive money."
        action={
          !isSent && (
            <span className="mt-3 block">
              <Button
                busy={send.isPending}
                onClick={() => send.mutate({ address }, { onSuccess: () => setIsSent(true) })}
              >
                Send code
              </Button>
            </span>
          )
        }
      >
        {isSent
          ? `We sent a code to ${address}. It expires in 1 hour.`
          : `We'll send a code to ${address}. After you confirm, payments and requests to this address show up here.`}
      </AlertBox>
      {send.error && <p className="text-negative">{getProblem(send.error)?.text}</p>}
      {isSent && (
        <CodeForm
          address={address}
          isResending={send.isPending}
          onResend={() =>
            send.mutate({ address }, { onSuccess: () => toast.success(`We sent a new code to ${address}`) })
          }
        />
      )}
    </section>
  );
}

type CodeFormProps = { address: string; isResending: boolean; onResend: () => void };

function CodeForm({ address, isResending, onResend }: CodeFormProps) {
  const { form, submit, busy, problem } = useAuthForm({
    schema,
    defaults: { address, code: '' },
    mutation: peopleMutations.confirmAddress,
    onDone: () => toast.success('Your email address is confirmed'),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <OneTimeCode
        autoFocus
        error={form.formState.errors.code?.message}
        registration={form.register('code')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          Confirm address
        </Button>
        <Button variant="ghost" busy={isResending} onClick={onResend}>
          Send a new code
        </Button>
      </div>
    </form>
  );
}
