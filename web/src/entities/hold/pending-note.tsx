import { usePendingText } from './use-pending-text';

type PendingNoteProps = {
  /** True if the figures above count pending purchases; false if they count them once they post. */
  isIncluded: boolean;
  className?: string;
};

/** Renders whether figures count pending purchases. Renders nothing if none are pending. */
export function PendingNote({ isIncluded, className = 'mt-2' }: PendingNoteProps) {
  const pending = usePendingText();
  if (pending === '') return null;
  return (
    <p className={`${className} text-ink-3 text-sm`}>
      {isIncluded
        ? `Includes ${pending} in pending purchases.`
        : `${pending} in pending purchases isn’t included until it posts.`}
    </p>
  );
}
