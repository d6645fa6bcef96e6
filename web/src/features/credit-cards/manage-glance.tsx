import { useQuery } from '@tanstack/react-query';
import { RectangleEllipsis, Repeat, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { transactionQueries } from '@/features/transactions/queries';
import { Section } from '@/ui/page';
import { Row } from '@/ui/row-list';
import { autopayWords } from './autopay-words';
import { FreezeRow } from './freeze-row';
import { pathOf } from './parts';
import { creditCardQueries } from './queries';
import { controlWords } from './spending-controls';
import type { CardView } from './use-card-view';

/** What is set on the card; the rest stands under Manage. */
export function ManageGlance({ view }: { view: CardView }) {
  const { data: controls = [] } = useQuery(creditCardQueries.controls(view.card.id));
  const { data: categories } = useQuery(transactionQueries.categories());
  const nameOf = (id: string | null) => categories?.find((category) => category.id === id)?.name ?? null;
  const [first] = controls;
  const rest = controls.length > 1 ? ` and ${controls.length - 1} more` : '';
  const manage = pathOf(view.card.id, 'manage');
  return (
    <Section
      title="Manage"
      aside={
        <Link to={manage} className="text-link">
          Everything
        </Link>
      }
    >
      <ul className="divide-y divide-line border-line border-t">
        <FreezeRow card={view.card} />
        <Row
          to={manage}
          icon={<Repeat aria-hidden className="size-5" strokeWidth={1.5} />}
          title="Autopay"
          detail={autopayWords(view)}
        />
        <Row
          to={manage}
          icon={<ShieldCheck aria-hidden className="size-5" strokeWidth={1.5} />}
          title="Spending controls"
          detail={
            first
              ? `${controlWords(first, nameOf(first.category_id), view.card.currency)}${rest}`
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
