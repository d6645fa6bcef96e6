import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQueries, isUsable } from '@/features/accounts/queries';
import { customerQueries } from '@/features/settings/queries';
import { dayOf } from '@/lib/dates';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Page } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { CardForm } from './card-form';
import { CreditCard } from './credit-card';
import { creditCardQueries } from './queries';

export default function CreditCardsPage() {
  const { data: cards, error, refetch, isFetching } = useQuery(creditCardQueries.list());
  const accounts = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const me = useQuery(customerQueries.me()).data;
  const [creating, setCreating] = useState(false);
  const create = (
    <Button variant={cards?.length ? 'secondary' : 'primary'} onClick={() => setCreating(true)}>
      Add a card
    </Button>
  );
  return (
    <Page title="Credit cards" docked={!cards?.length} actions={cards && cards.length > 0 && create}>
      {error && !cards ? (
        <ErrorState title="Your cards could not be read." onRetry={() => void refetch()} busy={isFetching} />
      ) : !cards ? (
        <Skeleton className="h-60 w-95 max-w-full rounded-3" />
      ) : cards.length === 0 ? (
        <EmptyState title="You have no credit card yet." action={create}>
          Add one with a limit and a rate of your choice, then charge and pay it.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-16">
          {cards.map((card) => (
            <CreditCard
              key={card.id}
              card={card}
              accounts={accounts}
              today={dayOf(me?.now ?? new Date(), me?.time_zone)}
            />
          ))}
        </div>
      )}
      <Dialog open={creating} onOpenChange={setCreating} title="Add a credit card">
        {creating && <CardForm onDone={() => setCreating(false)} />}
      </Dialog>
    </Page>
  );
}
