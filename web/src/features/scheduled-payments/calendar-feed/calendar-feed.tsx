import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { formatInstant } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { CopyButton } from '@/ui/copy-button';
import { SwitchRow } from '@/ui/forms/switch-row';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { calendarFeedMutations, calendarFeedQueries } from './queries';

/** Renders the private address from which calendar apps read upcoming payments. */
export function CalendarFeed() {
  const query = useQuery(calendarFeedQueries.mine());
  const { mutate: remove, isPending } = useMutation(calendarFeedMutations.remove);
  const [isOpen, setOpen] = useState(false);
  const removeFeed = () => remove(undefined, { onSuccess: () => toast.success('Calendar address removed') });
  return (
    <Section title="Your calendar app">
      <p className="mb-4 max-w-170 text-ink-2">
        See payments, paydays, due dates, and statement days of the next 120 simulated days in Google, Apple,
        or Outlook. Each event is marked as simulated.
      </p>
      <Loaded from={query} failure="We couldn't load your calendar address." rows={1}>
        {(feed) =>
          feed ? (
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <p className="text-ink-2">
                Created {formatInstant(feed.created_at)}.{' '}
                {feed.read_at ? `Last read ${formatInstant(feed.read_at)}.` : 'Not read yet.'}{' '}
                {!feed.includes_amounts && 'Amounts are left out.'}
              </p>
              <span className="flex gap-2">
                <Button size="sm" onClick={() => setOpen(true)}>
                  Replace address…
                </Button>
                <Button size="sm" busy={isPending} onClick={removeFeed}>
                  Remove address
                </Button>
              </span>
            </div>
          ) : (
            <Button onClick={() => setOpen(true)}>
              <CalendarPlus className="size-5" /> Create calendar address…
            </Button>
          )
        }
      </Loaded>
      {isOpen && <FeedDialog feed={query.data ?? null} onClose={() => setOpen(false)} />}
    </Section>
  );
}

type FeedDialogProps = {
  /** The feed whose address is replaced; null if there is none. */
  feed: { includes_amounts: boolean } | null;
  onClose: () => void;
};

/** Asks whether the calendar includes amounts, and creates its address. */
function FeedDialog({ feed, onClose }: FeedDialogProps) {
  const isReplacing = feed !== null;
  const { mutate: create, isPending, data: address } = useMutation(calendarFeedMutations.create);
  const [includesAmounts, setIncludesAmounts] = useState(feed?.includes_amounts ?? false);
  if (address) return <AddressDialog address={address} onClose={onClose} />;
  return (
    <Dialog
      onClose={onClose}
      title={isReplacing ? 'Replace the calendar address?' : 'Create a calendar address?'}
      description={
        isReplacing
          ? 'The current address stops working. Calendar apps need the new one.'
          : 'Anyone who has the address can read the calendar. You can remove it at any time.'
      }
    >
      <SwitchRow
        title="Include amounts"
        description="Titles such as “Rent, −$606.00 (simulated)” instead of “Rent (simulated)”."
        on={includesAmounts}
        busy={false}
        onChange={setIncludesAmounts}
        className="mb-6"
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={isPending} onClick={() => create(includesAmounts)}>
          {isReplacing ? 'Replace address' : 'Create address'}
        </Button>
      </div>
    </Dialog>
  );
}

function AddressDialog({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Your calendar address">
      <div className="flex flex-col gap-5">
        <AlertBox kind="warning" fact="We show this address only once.">
          In your calendar app, choose to add a calendar from a URL, and paste the address.
        </AlertBox>
        <code className="break-all rounded-2 bg-sunken px-3 py-2 text-sm">{address}</code>
        <div className="flex flex-wrap justify-between gap-2">
          <CopyButton text={address} label="Copy address" />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
