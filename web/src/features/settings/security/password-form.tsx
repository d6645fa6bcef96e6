import { z } from 'zod';
import { PasswordInput } from '@/entities/customer/password-input';
import { PasswordStrength, SHORTEST_PASSWORD } from '@/entities/customer/password-strength';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { securityMutations } from './security-mutations';

const password = z.string().min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`);

/** Sets or changes the password, which signs other browsers out. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
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
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="flex max-w-120 flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      {hasPassword && (
        <Field label="Current password" error={errors.current?.message}>
          {(control) => (
            <PasswordInput {...control} autoComplete="current-password" {...form.register('current')} />
          )}
        </Field>
      )}
      <Field
        label="New password"
        hint={<PasswordStrength password={form.watch('password')} />}
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" {...form.register('password')} />
        )}
      </Field>
      <p className="text-ink-3 text-sm">You'll be signed out on your other devices.</p>
      <Button type="submit" busy={busy} className="self-start">
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  );
}
