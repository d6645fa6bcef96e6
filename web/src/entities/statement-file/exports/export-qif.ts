import { decimalText, type Exported } from './exported-row';

/**
 * Exports transactions as QIF, with an account block for each account and card. Dates have the month first
 * and a four-digit year.
 */
export function exportQif({ rows, places }: Exported): string {
  const blocks = places.flatMap((place) => {
    const own = rows.filter(({ placeId }) => placeId === place.id);
    if (own.length === 0) return [];
    const type = place.kind === 'card' ? 'CCard' : 'Bank';
    return [
      '!Account',
      `N${oneLine(place.name)}`,
      `T${type}`,
      '^',
      `!Type:${type}`,
      ...own.flatMap(({ day, amount, description, merchant, category }) => [
        `D${monthFirst(day)}`,
        `T${decimalText(amount)}`,
        ...(merchant || description ? [`P${oneLine(merchant || description)}`] : []),
        ...(merchant && description && description !== merchant ? [`M${oneLine(description)}`] : []),
        ...(category ? [`L${oneLine(category)}`] : []),
        '^',
      ]),
    ];
  });
  return blocks.length > 0 ? `${blocks.join('\r\n')}\r\n` : '';
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

function monthFirst(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}
