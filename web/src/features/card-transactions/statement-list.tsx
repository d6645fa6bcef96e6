import { statementPath } from '@/entities/card/card-paths';
import type { CardView } from '@/entities/card/use-card-view';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { FirstRows } from '@/ui/first-rows';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row } from '@/ui/row-list';

export function StatementList({ view }: { view: CardView }) {
  const { card, statements } = view;
  return (
    <Section title="Statements">
      {statements.length === 0 ? (
        <p className="border-line border-t pt-4 text-ink-3">
          Your first statement appears here when the billing cycle closes.
        </p>
      ) : (
        <FirstRows label="Statements" items={statements}>
          {(statement) => (
            <Row
              key={statement.id}
              to={statementPath(card.id, statement.to_date)}
              title={formatAs(statement.to_date, 'MMMM yyyy')}
              detail={`Closed ${formatTextDate(statement.to_date)}${statement.interest > 0 ? `, ${formatMoney(statement.interest, card.currency)} interest` : ''}${statement.fees > 0 ? `, ${formatMoney(statement.fees, card.currency)} fees` : ''}`}
              end={<Money amount={statement.closing_balance} currency={card.currency} />}
            />
          )}
        </FirstRows>
      )}
    </Section>
  );
}
