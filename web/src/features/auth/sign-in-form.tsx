import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { PasswordInput } from '@/ui/password-input';
import { TextInput } from '@/ui/text-input';
import { useAuthForm } from '@/ui/use-auth-form';
import { signInSchema } from './auth-schema';
import { authMutations } from './mutations';

export function SignInForm({
  email,
  onForgotten,
  onCode,
}: {
  email: string;
  onForgotten: () => void;
  onCode: () => void;
}) {
  const { form, submit, busy, problem } = useAuthForm({
    schema: signInSchema,
    defaults: { email, password: '' },
    mutation: authMutations.signIn,
  });
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <TextInput {...control} type="email" autoComplete="username" {...form.register('email')} />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} autoComplete="current-password" {...form.register('password')} />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Sign in
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
        <button type="button" className="text-link" onClick={onForgotten}>
          Forgotten password
        </button>
        <button type="button" className="text-link" onClick={onCode}>
          Sign in with a one-time code
        </button>
      </div>
    </form>
  );
}
