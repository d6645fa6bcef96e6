import { Repeat } from 'lucide-react';
import { Link } from 'react-router';
import { Section } from '@/ui/page';
import { Row } from '@/ui/row-list';
import { autopayWords } from './autopay-words';
import { FreezeRow } from './freeze-row';
import { pathOf } from './parts';
import type { CardView } from './use-card-view';

/** What is set on the card; the rest stands under Manage. */
export function ManageGlance({ view }: { view: CardView }) {
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
      </ul>
    </Section>
  );
}
