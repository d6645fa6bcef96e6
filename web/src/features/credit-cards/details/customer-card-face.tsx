import { useQuery } from '@tanstack/react-query';
import { CardFace } from '@/entities/card/card-face';
import type { Card } from '@/entities/card/queries';
import { customerQueries } from '@/entities/customer/queries';
import { useCustomer } from '@/lib/session';

/** Renders one of the customer's cards with the customer's name, if there is one. */
export function CustomerCardFace({ card, expires }: { card: Card; expires?: string | undefined }) {
  const { user_metadata, email } = useCustomer();
  const me = useQuery(customerQueries.me()).data;
  const names = [me?.display_name, user_metadata.name, email?.split('@')[0]];
  const holder = String(names.find(Boolean) ?? '');
  const lastFour = card.card_number.slice(-4);
  return (
    <CardFace name={card.name} lastFour={lastFour} holder={holder} expires={expires} product={card.product} />
  );
}
