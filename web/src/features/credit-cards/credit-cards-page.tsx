import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CardFace } from '@/entities/card/card-face';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Dialog } from '@/ui/overlays/dialog';
import { Page } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { creditCardQueries } from '../../entities/card/queries';
import { CardDetailPage } from './card-detail-page';
import { CardSwitcher } from './card-switcher';
import { CardForm } from './manage/card-form';
import { getPath, getPlace } from './parts';

export default function CreditCardsPage() {
  const { data, error, refetch, isFetching } = useQuery(creditCardQueries.list());
  // Closed ones come last.
  const cards = data?.toSorted(
    (one, other) => Number(one.closed_at !== null) - Number(other.closed_at !== null),
  );
  const { '*': path = '' } = useParams();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const place = getPlace(path);
  const chosen = cards?.find(({ id }) => id === place.cardId) ?? cards?.[0];
  return (
    <>
      {chosen && cards ? (
        <CardDetailPage
          key={chosen.id}
          card={chosen}
          part={place.part}
          statementDay={place.statement}
          switcher={
            <CardSwitcher cards={cards} chosen={chosen} part={place.part} onAdd={() => setAdding(true)} />
          }
        />
      ) : (
        <Page title="Credit cards">
          {error && !cards ? (
            <ErrorState
              title="We couldn't load your cards."
              onRetry={() => void refetch()}
              busy={isFetching}
            />
          ) : !cards ? (
            <CardSkeleton />
          ) : (
            <EmptyState
              title="No credit cards yet"
              picture={
                <div className="w-72 max-w-full">
                  <CardFace name="Your card" lastFour="0000" holder="Your name" />
                </div>
              }
              action={
                <Button variant="primary" onClick={() => setAdding(true)}>
                  Add card
                </Button>
              }
            >
              Choose a limit and an APR, then make charges and payments.
            </EmptyState>
          )}
        </Page>
      )}
      <Dialog open={adding} onOpenChange={setAdding} title="Add credit card">
        {adding && (
          <CardForm
            onDone={(saved) => {
              setAdding(false);
              if (saved) void navigate(getPath(saved.id));
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function CardSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-[minmax(0,380px)_1fr]">
      <Skeleton className="aspect-[1.586] w-full rounded-3" />
      <div className="flex flex-col gap-4">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-14 w-60" />
        <Skeleton className="h-8 w-full" />
      </div>
    </div>
  );
}
