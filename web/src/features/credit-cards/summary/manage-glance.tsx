import { useQuery } from '@tanstack/react-query';
import { RectangleEllipsis, Repeat, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { transactionQueries } from '@/features/transactions/queries';
import { Section } from '@/ui/page';
import { Row } from '@/ui/row-list';
import { creditCardQueries } from '../../../entities/card/queries';
import { formatAutopay } from '../manage/autopay-text';
import { FreezeRow } from '../manage/freeze-row';
import { formatControl } from '../manage/spending-controls';
import { getPath } from '../parts';
import type { CardView } from '../use-card-view';

/** Renders a summary of the card's settings; the others are under Manage. */
export function ManageGlance({ view }: { view: CardView }) {
  const { data: controls = [] } = useQuery(creditCardQueries.controls(view.card.id));
  const { data: categories } = useQuery(transactionQueries.categories());
  const getName = (id: string | null) => categories?.find((category) => category.id === id)?.name ?? null;
  const [first] = controls;
  const rest = controls.length > 1 ? ` and ${controls.length - 1} more` : '';
  const manage = getPath(view.card.id, 'manage');
  return (
    <Section
      title="Manage"
      aside={
        <Link to={manage} className="text-link">
          View all
        </Link>
      }
    >
      <ul className="divide-y divide-line border-line border-t">
        <FreezeRow card={view.card} />
        <Row
          to={manage}
          icon={<Repeat aria-hidden className="size-5" strokeWidth={1.5} />}
          title="Autopay"
          detail={formatAutopay(view)}
        />
        <Row
          to={manage}
          icon={<ShieldCheck aria-hidden className="size-5" strokeWidth={1.5} />}
          title="Spending controls"
          detail={
            first
              ? `${formatControl(first, getName(first.category_id), view.card.currency)}${rest}`
              : 'None set'
          }
        />
        <Row
          to={manage}
          icon={<RectangleEllipsis aria-hidden className="size-5" strokeWidth={1.5} />}
          title="Replace card"
          detail="New number, same balance and rewards"
        />
      </ul>
    </Section>
  );
}
