import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { getProblem } from '@/entities/customer/auth-errors';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { authMutations } from './mutations';

const canUsePasskeys = () => 'PublicKeyCredential' in window;
const neverChanges = () => () => {};

/** Signs in without a password, if the browser supports it. */
export function PasskeyButton() {
  const { mutate, isPending } = useMutation(authMutations.signInWithPasskey);
  const [problem, setProblem] = useState<string | null>(null);
  const isPossible = useSyncExternalStore(neverChanges, canUsePasskeys, () => true);
  if (!isPossible) return null;
  const signIn = () => {
    setProblem(null);
    mutate(undefined, { onError: (error) => setProblem(getProblem(error)?.text ?? null) });
  };
  return (
    <div className="flex flex-col gap-4 border-line border-t pt-6">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <Button size="lg" busy={isPending} onClick={signIn}>
        <KeyRound aria-hidden className="size-5" strokeWidth={1.5} /> Sign in with a passkey
      </Button>
    </div>
  );
}
