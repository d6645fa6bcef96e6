import { classNames } from '@/ui/class-names';

/** The minimum password length. Must match the server's configuration. */
export const SHORTEST_PASSWORD = 8;

const LEVELS = [
  { word: 'Too short', tone: 'bg-negative' },
  { word: 'Weak', tone: 'bg-chart-2' },
  { word: 'Fair', tone: 'bg-chart-2' },
  { word: 'Good', tone: 'bg-positive' },
  { word: 'Strong', tone: 'bg-positive' },
] as const;

/** Scores a password from 0 to 4. Length counts most; character classes and repetition count a little. */
export function getStrength(password: string): number {
  if (password.length < SHORTEST_PASSWORD) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  const points = (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0) + (kinds >= 3 ? 1 : 0);
  return Math.max(1, Math.min(4, 1 + points - (different < 6 ? 2 : 0)));
}

/** Renders the password's strength as a word and four bars; nothing while the field is empty. */
export function PasswordStrength({ password }: { password: string }) {
  if (password === '')
    return <>At least {SHORTEST_PASSWORD} characters. 3 or 4 simple words are easy to remember.</>;
  const strength = getStrength(password);
  const level = LEVELS[strength] ?? LEVELS[0];
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3, 4].map((stroke) => (
          <span
            key={stroke}
            className={classNames('h-1 w-8 rounded-full', stroke <= strength ? level.tone : 'bg-line')}
          />
        ))}
      </span>
      {level.word}
    </span>
  );
}
