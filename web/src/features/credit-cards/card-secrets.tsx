import { CardFace } from '@/ui/card-face';
import { useHolder } from './holder';
import type { CardView } from './use-card-view';

/** The face of the card. */
export function CardSecrets({ view }: { view: CardView }) {
  const { card } = view;
  const holder = useHolder();
  return <CardFace name={card.name} lastFour={card.card_number.slice(-4)} holder={holder} />;
}
