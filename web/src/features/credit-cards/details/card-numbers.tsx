import { useMutation } from '@tanstack/react-query';
import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { CardFace } from '@/entities/card/card-face';
import { formatAs } from '@/lib/dates';
import { Button } from '@/ui/button';
import type { CardDetailSecrets } from '../../../entities/card/queries';
import { creditCardMutations } from '../mutations';
import type { CardView } from '../use-card-view';
import { useHolder } from './holder';

const SHOWN_FOR_MS = 30_000;
const CONFIRMED_FOR_MS = 2_000;

/** The card's face. Reveals number, expiration date, and security code for a while. */
export function CardDetails({ view }: { view: CardView }) {
  const { card } = view;
  const holder = useHolder();
  const [secret, setSecret] = useState<CardDetailSecrets | null>(null);
  const { mutate, isPending } = useMutation(creditCardMutations.reveal);
  const hide = () => setSecret(null);
  useHiding(secret !== null, hide);
  return (
    <div>
      <CardFace
        name={card.name}
        lastFour={card.card_number.slice(-4)}
        holder={holder}
        {...(secret && { expires: formatAs(secret.expires_on, 'MM/yy') })}
      />
      <dl className="mt-5 border-line border-t" aria-live="polite">
        <SecretLine
          name="Number"
          value={secret && grouped(secret.card_number)}
          masked={`•••• •••• •••• ${card.card_number.slice(-4)}`}
        />
        <SecretLine name="Expires" value={secret && formatAs(secret.expires_on, 'MM/yy')} masked="••/••" />
        <SecretLine name="Security code" value={secret?.security_code ?? null} masked="•••" />
      </dl>
      <Button
        className="mt-4 w-full"
        busy={isPending}
        onClick={secret ? hide : () => mutate(card.id, { onSuccess: setSecret })}
      >
        {secret ? (
          <EyeOff aria-hidden className="size-4" strokeWidth={1.5} />
        ) : (
          <Eye aria-hidden className="size-4" strokeWidth={1.5} />
        )}
        {secret ? 'Hide details' : 'Show details'}
      </Button>
      <p className="mt-2 text-ink-3 text-sm">
        Details hide after 30 seconds or when you leave this window. This isn't a real card number.
      </p>
    </div>
  );
}

/** Hides them after a while, and immediately when the window loses focus. */
function useHiding(isShown: boolean, hide: () => void): void {
  const hideNow = useEffectEvent(hide);
  useEffect(() => {
    if (!isShown) return;
    const leave = () => hideNow();
    const timer = setTimeout(leave, SHOWN_FOR_MS);
    window.addEventListener('blur', leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('blur', leave);
    };
  }, [isShown]);
}

const grouped = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

function SecretLine({ name, value, masked }: { name: string; value: string | null; masked: string }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 border-line border-b">
      <dt className="text-ink-3">{name}</dt>
      <dd className="figures flex items-center gap-1 font-medium">
        {value ?? <span className="text-ink-2">{masked}</span>}
        {value && <CopyButton name={name} value={value.replaceAll(' ', '')} />}
      </dd>
    </div>
  );
}

function CopyButton({ name, value }: { name: string; value: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    } catch {
      // If the clipboard is blocked, nothing is copied or announced.
    }
  }
  const Icon = copied ? Check : Copy;
  const words = copied ? 'Copied' : `Copy: ${name}`;
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={words}
      title={words}
      className="grid size-8 place-items-center rounded-1 hover:bg-sunken pointer-coarse:size-11"
    >
      <Icon aria-hidden className="size-4 text-ink-3" strokeWidth={1.5} />
    </button>
  );
}
