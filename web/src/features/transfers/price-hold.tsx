import { useEffect, useState } from 'react';
import { Button } from '@/ui/button';

type PriceHoldProps = {
  /** The real time at which the price expires. */
  expiresAt: string;
  onExpire: () => void;
  onRenew: () => void;
};

const SECOND_MS = 1_000;

/** Renders how long a price is held, and a button for a new price when the time is over. */
export function PriceHold({ expiresAt, onExpire, onRenew }: PriceHoldProps) {
  const [left, setLeft] = useState(() => Date.parse(expiresAt) - Date.now());
  useEffect(() => {
    const update = () => {
      const next = Date.parse(expiresAt) - Date.now();
      setLeft(next);
      if (next <= 0) onExpire();
    };
    update();
    const timer = setInterval(update, SECOND_MS);
    return () => clearInterval(timer);
  }, [expiresAt, onExpire]);
  if (left <= 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2" role="status">
        <p>This price has expired.</p>
        <Button size="sm" onClick={onRenew}>
          Get new price
        </Button>
      </div>
    );
  return <p className="figures text-ink-2 text-sm">Price held for {formatLeft(left)}</p>;
}

/** Formats a duration as minutes and seconds, such as `29:58`. */
function formatLeft(left: number): string {
  const seconds = Math.floor(left / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
