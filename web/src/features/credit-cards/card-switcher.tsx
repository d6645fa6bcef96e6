import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { getPath, type PartSlug } from '@/entities/card/card-paths';
import type { Card } from '@/entities/card/queries';
import { classNames } from '@/ui/class-names';

/** Renders links that switch between the customer's cards, and a link to add a card. */
export function CardSwitcher({
  cards,
  chosen,
  part,
  onAdd,
}: {
  cards: readonly Card[];
  chosen: Card;
  part: PartSlug;
  onAdd: () => void;
}) {
  return (
    <div className="-mx-(--gutter) flex items-center gap-2 overflow-x-auto px-(--gutter) py-1 [scrollbar-width:none]">
      {cards.length > 1 && (
        <nav aria-label="Your cards">
          <ul className="flex gap-2">
            {cards.map((card) => (
              <li key={card.id}>
                <Link
                  to={getPath(card.id, part)}
                  aria-current={card.id === chosen.id ? 'true' : undefined}
                  className={classNames(
                    'control-height inline-flex items-center gap-2 whitespace-nowrap rounded-2 border px-3.5 font-medium',
                    card.id === chosen.id
                      ? 'border-accent bg-accent-soft'
                      : 'border-line-strong hover:bg-sunken',
                  )}
                >
                  {card.name}
                  <span className="figures font-normal text-ink-3">
                    {card.closed_at === null ? card.card_number.slice(-4) : 'closed'}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <button
        type="button"
        onClick={onAdd}
        className="control-height inline-flex items-center gap-1.5 whitespace-nowrap rounded-2 px-2.5 font-medium text-ink-2 first:-ml-2.5 hover:bg-sunken"
      >
        <Plus className="size-4" /> Add card
      </button>
    </div>
  );
}
