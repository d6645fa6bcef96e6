import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { getProblem } from '@/entities/customer/auth-errors';
import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { PasswordField } from '@/entities/customer/password-field';
import { PasswordInput } from '@/entities/customer/password-input';
import {
  getServices,
  serviceName,
  serviceProblem,
  signInMethodQueries,
} from '@/entities/customer/sign-in-methods';
import { TryDemoButton } from '@/entities/customer/try-demo-button';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { enteredBefore, markHydrated } from '@/lib/bundle/hydrated';
import { getRequestedPage } from '@/lib/navigation/requested-page';
import { getSharedCode } from '@/lib/navigation/share-link';
import { useSession } from '@/lib/session';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { TextLink } from '@/ui/link';
import { Page } from '@/ui/page';
import { Panel } from '@/ui/panel';
import { AddressField, AuthForm } from './auth-form';
import { authSchemas, recoverSchema } from './auth-schema';
import { AddressForm, CodeForm, CodeSent } from './code-form';
import { addressProblem, authMutations } from './mutations';
import { SecondFactorForm } from './second-factor-form';
import { SendAgain } from './send-again';
import { signInWithSuggestedPasskey } from './suggested-passkey';

type Step = 'sign-in' | 'sign-up' | 'address' | 'code' | 'recovery-address' | 'recovery';

const TITLES: Record<Step, string> = {
  'sign-in': 'Sign in',
  'sign-up': 'Sign up',
  address: 'Sign in with a one-time code',
  code: 'Enter your code',
  'recovery-address': 'Forgot password?',
  recovery: 'Set a new password',
};

const TABS = [
  { value: 'sign-in', label: 'Sign in' },
  { value: 'sign-up', label: 'Sign up' },
] as const;

export default function AuthPage() {
  useLayoutEffect(markHydrated, []);
  const [search] = useSearchParams();
  const tab = search.get('mode') === 'sign-up' ? 'sign-up' : 'sign-in';
  // The key starts over when a link of the top bar opens the other tab.
  return <Authentication key={tab} tab={tab} />;
}

function Authentication({ tab }: { tab: 'sign-in' | 'sign-up' }) {
  const [step, setStep] = useState<Step>(tab);
  const { state } = useLocation();
  const [address, setAddress] = useState('');
  const isPhoneEnabled = useQuery(signInMethodQueries.all()).data?.external['phone'] ?? false;
  const sent = (next: Step) => (to: string) => {
    setAddress(to);
    setStep(next);
  };
  const onTabs = step === 'sign-in' || step === 'sign-up';
  const current = useSession();
  if (current.status === 'unproven') {
    return (
      <Page title="Verify your identity" className="max-w-120!">
        <Panel className="flex flex-col gap-6">
          <SecondFactorForm session={current.session} />
        </Panel>
      </Page>
    );
  }
  return (
    <Page title={TITLES[step]} className="max-w-120!">
      <Panel className="flex flex-col gap-6">
        {onTabs && (
          <Segmented label="Sign in or sign up" value={step} onValueChange={setStep} options={TABS} />
        )}
        {step === 'sign-in' && (
          <SignInForm
            address={address}
            isPhoneEnabled={isPhoneEnabled}
            onForgotten={() => setStep('recovery-address')}
            onCode={() => setStep('address')}
          />
        )}
        {step === 'sign-in' && <PasskeyButton />}
        {step === 'sign-up' && <SignUpForm isPhoneEnabled={isPhoneEnabled} onUnconfirmed={sent('code')} />}
        {(step === 'address' || step === 'recovery-address') && (
          <AddressForm
            address={address}
            isRecovery={step === 'recovery-address'}
            isPhoneEnabled={isPhoneEnabled}
            onSent={sent(step === 'address' ? 'code' : 'recovery')}
          />
        )}
        {step === 'code' && <CodeForm address={address} />}
        {step === 'recovery' && <RecoveryForm address={address} />}
        {onTabs && <ServiceButtons />}
        {!onTabs && (
          <button type="button" className="text-link self-start text-sm" onClick={() => setStep('sign-in')}>
            Back to sign in
          </button>
        )}
      </Panel>
      {onTabs && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
          <p className="text-ink-2">
            {getSharedCode(`#${getRequestedPage(state).split('#')[1] ?? ''}`) === null
              ? 'Just looking? Try the demo. No sign-up needed.'
              : 'Someone shared this with you. Sign in, or try the demo to open it.'}
          </p>
          <TryDemoButton />
        </div>
      )}
    </Page>
  );
}

function ServiceButtons() {
  const { data: methods } = useQuery(signInMethodQueries.all());
  const { mutate, isPending, variables } = useMutation(authMutations.signInWithService);
  const problem = serviceProblem(useLocation().hash);
  const services = methods ? getServices(methods) : [];
  if (services.length === 0) return null;
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-6 [div+&]:-mt-3 [div+&]:border-t-0 [div+&]:pt-0">
      {problem && <AlertBox kind="negative" fact={problem} />}
      {services.map((name) => (
        <Button key={name} size="lg" busy={isPending && variables === name} onClick={() => mutate(name)}>
          Continue with {serviceName(name)}
        </Button>
      ))}
    </div>
  );
}

const canUsePasskeys = () => 'PublicKeyCredential' in window;
const neverChanges = () => () => {};

function PasskeyButton() {
  const { mutate, isPending } = useMutation(authMutations.signInWithPasskey);
  const [problem, setProblem] = useState<string | null>(null);
  const isPossible = useSyncExternalStore(neverChanges, canUsePasskeys, () => true);
  const stopSuggesting = useSuggestedPasskeys(setProblem);
  if (!isPossible) return null;
  const signIn = () => {
    setProblem(null);
    // The browser runs one passkey request at a time.
    stopSuggesting();
    mutate(undefined, { onError: (error) => setProblem(getProblem(error)?.text ?? null) });
  };
  return (
    <div className="flex flex-col gap-4 border-line border-t pt-6">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <Button size="lg" busy={isPending} onClick={signIn}>
        <KeyRound className="size-5" /> Sign in with a passkey
      </Button>
    </div>
  );
}

/** Suggests passkeys while the page is open. Returns a function that stops it. */
function useSuggestedPasskeys(onProblem: (text: string | null) => void): () => void {
  const isOffered = useQuery(signInMethodQueries.all()).data?.passkeys_enabled ?? false;
  const request = useRef<AbortController>(null);
  const report = useEffectEvent(onProblem);
  useEffect(() => {
    if (!isOffered) return;
    const controller = new AbortController();
    request.current = controller;
    signInWithSuggestedPasskey(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) report(getProblem(error)?.text ?? null);
    });
    return () => controller.abort();
  }, [isOffered]);
  return () => request.current?.abort();
}

function RecoveryForm({ address }: { address: string }) {
  const { form, field, submit, busy, problem } = useAuthForm({
    schema: recoverSchema,
    defaults: { address, code: '', password: '' },
    mutation: authMutations.recover,
  });
  return (
    <AuthForm
      onSubmit={submit}
      verb="Set new password"
      busy={busy}
      problem={problem}
      below={<SendAgain address={address} isRecovery />}
    >
      <CodeSent address={address} />
      <OneTimeCode autoFocus {...field('code')} />
      <PasswordField control={form.control} name="password" label="New password" isNew />
    </AuthForm>
  );
}

type SignInFormProps = {
  address: string;
  isPhoneEnabled: boolean;
  onForgotten: () => void;
  onCode: () => void;
};

function SignInForm({ address, isPhoneEnabled, onForgotten, onCode }: SignInFormProps) {
  const { field, submit, busy, problem } = useAuthForm({
    schema: authSchemas(isPhoneEnabled).signIn,
    defaults: { address: address || enteredBefore('address'), password: enteredBefore('password') },
    mutation: authMutations.signIn,
    wrong: addressProblem,
  });
  const password = field('password');
  const otherWays = (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
      <button type="button" className="text-link" onClick={onForgotten}>
        Forgot password?
      </button>
      <button type="button" className="text-link" onClick={onCode}>
        Sign in with a one-time code
      </button>
    </div>
  );
  return (
    // POST keeps the fields out of the URL if scripts don't run.
    <AuthForm method="post" onSubmit={submit} verb="Sign in" busy={busy} problem={problem} below={otherWays}>
      <AddressField isPhoneEnabled={isPhoneEnabled} autoComplete="username webauthn" {...field('address')} />
      <Field label="Password" error={password.error}>
        {(control) => (
          <PasswordInput {...control} autoComplete="current-password" {...password.registration} />
        )}
      </Field>
    </AuthForm>
  );
}

type SignUpFormProps = { isPhoneEnabled: boolean; onUnconfirmed: (address: string) => void };

function SignUpForm({ isPhoneEnabled, onUnconfirmed }: SignUpFormProps) {
  const { form, field, submit, busy, problem } = useAuthForm({
    schema: authSchemas(isPhoneEnabled).signUp,
    defaults: { address: '', password: '' },
    mutation: authMutations.signUp,
    // If there is no session, the customer must enter the emailed code. Otherwise, the guard opens the
    // requested page.
    onDone: ({ address }) => onUnconfirmed(address),
    wrong: addressProblem,
  });
  const terms = (
    <p className="text-ink-3 text-sm">
      Pretend money only. By creating an account you agree to the{' '}
      <TextLink to="/terms-of-service">terms</TextLink> and the{' '}
      <TextLink to="/privacy-policy">privacy policy</TextLink>.
    </p>
  );
  return (
    <AuthForm onSubmit={submit} verb="Create account" busy={busy} problem={problem} below={terms}>
      <AddressField isPhoneEnabled={isPhoneEnabled} autoComplete="email" {...field('address')} />
      <PasswordField control={form.control} name="password" label="Password" isNew />
    </AuthForm>
  );
}
