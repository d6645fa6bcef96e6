import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressProblem, authMutations } from './mutations';

/** The wait before the customer can request another code. Most emails arrive sooner. */
const WAIT_SECONDS = 30;

type SendAgainProps = {
  address: string;
  /** True if the code is for setting a new password. */
  isRecovery?: boolean;
};

/** Renders the button that requests another code. It is disabled for a while after each code. */
export function SendAgain({ address, isRecovery = false }: SendAgainProps) {
  const { mutate, isPending } = useMutation(isRecovery ? authMutations.sendRecovery : authMutations.sendCode);
  const [text, setText] = useState('');
  const [secondsLeft, restart] = useCountdown(WAIT_SECONDS);
  const isWaiting = isPending || secondsLeft > 0;
  const send = () =>
    mutate(
      { address },
      {
        onSuccess: () => {
          setText('We sent a new code.');
          restart();
        },
        onError: (error) => setText(addressProblem(error, { address })?.text ?? ''),
      },
    );
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm">
      <button
        type="button"
        className="text-link aria-disabled:text-ink-3 aria-disabled:no-underline"
        aria-disabled={isWaiting || undefined}
        onClick={isWaiting ? undefined : send}
      >
        Send new code
        {secondsLeft > 0 && <span className="figures"> in {secondsLeft} s</span>}
      </button>
      <span role="status" className="text-ink-3 empty:hidden">
        {text}
      </span>
    </span>
  );
}

/** Counts down to 0 from when it renders first. Returns the seconds left and a function that starts over. */
function useCountdown(seconds: number): [secondsLeft: number, restart: () => void] {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(Date.now);
  const secondsLeft = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    setNow(Date.now());
    setEnd(Date.now() + seconds * 1000);
  };
  return [secondsLeft, restart];
}
