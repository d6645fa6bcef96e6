import type { Factor, Session } from '@supabase/supabase-js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { LabeledInput, LabeledSelect } from '@/ui/forms/labeled';
import { AuthForm } from './auth-form';
import { recoveryCodeSchema, secondFactorSchema } from './auth-schema';
import { authMutations } from './mutations';

export function SecondFactorForm({ session }: { session: Session }) {
  const apps = (session.user.factors ?? []).filter(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  const [byRecovery, setByRecovery] = useState(apps.length === 0);
  return (
    <>
      {byRecovery ? <RecoveryCodeForm /> : <AppCodeForm apps={apps} />}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
        {apps.length > 0 && (
          <button type="button" className="text-link" onClick={() => setByRecovery(!byRecovery)}>
            {byRecovery ? 'Use authenticator app' : 'Use a recovery code'}
          </button>
        )}
        <LeaveButton />
      </div>
    </>
  );
}

function AppCodeForm({ apps }: { apps: Factor[] }) {
  const { field, submit, busy, problem } = useAuthForm({
    schema: secondFactorSchema,
    defaults: { factorId: apps[0]?.id ?? '', code: '' },
    mutation: authMutations.proveByApp,
  });
  return (
    <AuthForm onSubmit={submit} verb="Confirm" busy={busy} problem={problem}>
      {apps.length > 1 && (
        <LabeledSelect
          label="Authenticator app"
          {...field('factorId').registration}
          options={apps.map(({ id, friendly_name }) => ({
            value: id,
            label: friendly_name || 'Authenticator app',
          }))}
        />
      )}
      <OneTimeCode
        label="Authenticator app code"
        hint="A 6-digit code that changes every 30 seconds."
        autoFocus
        {...field('code')}
      />
    </AuthForm>
  );
}

function RecoveryCodeForm() {
  const { field, submit, busy, problem } = useAuthForm({
    schema: recoveryCodeSchema,
    defaults: { code: '' },
    mutation: authMutations.proveByRecovery,
  });
  const code = field('code');
  return (
    <AuthForm onSubmit={submit} verb="Confirm" busy={busy} problem={problem}>
      <LabeledInput
        label="Recovery code"
        hint="Each saved code works once."
        error={code.error}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        {...code.registration}
      />
    </AuthForm>
  );
}

function LeaveButton() {
  const { mutate } = useMutation(authMutations.cancelSignIn);
  return (
    <button type="button" className="text-link" onClick={() => mutate()}>
      Use a different account
    </button>
  );
}
