import { CircleAlert, Hourglass } from 'lucide-react';
import { formatTime } from '@/lib/dates';
import { dropQueuedCall, useQueue } from '@/lib/offline/queue';
import type { QueuedCall } from '@/lib/offline/queue-store';
import { Button } from '@/ui/button';

/** Renders the transactions that haven't reached the bank yet, and the transactions that the bank refused. */
export function QueuedCalls() {
  const calls = useQueue();
  return (
    <div role="status" className="print:hidden">
      {calls.length > 0 && (
        <section aria-label="Pending transfers" className="border-line border-b bg-surface px-(--gutter)">
          <ul className="mx-auto max-w-280 divide-y divide-line divide-dashed">
            {calls.map((call) => (
              <Call key={call.requestId} call={call} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Call({ call }: { call: QueuedCall }) {
  const { requestId, text, keptAt, tried, refusal } = call;
  const Icon = refusal === null ? Hourglass : CircleAlert;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Icon className={refusal === null ? 'size-5 shrink-0 text-ink-3' : 'size-5 shrink-0 text-negative'} />
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">{text}</span>{' '}
        <span className="text-ink-2">
          {refusal !== null
            ? `didn't go through. ${refusal} No money was moved.`
            : tried
              ? "is pending. We'll try again. It won't be sent twice."
              : `has been waiting to send since ${formatTime(new Date(keptAt))}.`}
        </span>
      </p>
      {(refusal !== null || !tried) && (
        <Button size="sm" variant="ghost" onClick={() => void dropQueuedCall(requestId)}>
          {refusal === null ? 'Cancel transfer' : 'Dismiss'}
        </Button>
      )}
    </li>
  );
}
