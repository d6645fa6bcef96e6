const WIDTH = 1120;
const HEIGHT = 232;
const FLOOR = 208;
const TOP = 30;
const DAYS = 365;
const AHEAD = 40;
const PAYDAY_EVERY = 14;
const REPAIR_DAY = 204;
const MORTGAGE_DUE = DAYS + 10;
const CARD_DUE = DAYS + 27;

/**
 * Returns the change in the example household's net worth on a day, in dollars: pay, interest, a mortgage
 * payment, and spending.
 */
function getChange(day: number): number {
  const pay = day % PAYDAY_EVERY === 9 ? 2260 : 0;
  const mortgageInterest = day % 30 === 15 ? -990 : 0;
  const repair = day === REPAIR_DAY ? -1860 : 0;
  const spending = 62 + ((day * 37) % 11) * 4;
  return pay + mortgageInterest + repair - spending;
}

const WORTHS: number[] = [];
for (let day = 0; day <= DAYS; day += 1) WORTHS.push((WORTHS[day - 1] ?? 0) + getChange(day));
const LEAST = Math.min(...WORTHS);
const MOST = Math.max(...WORTHS);
const across = (day: number) => tenth((day / (DAYS + AHEAD)) * WIDTH);
const up = (worth: number) =>
  tenth(FLOOR - 22 - ((worth - LEAST) / (MOST - LEAST)) * (FLOOR - 22 - TOP - 24));
const getPoint = (day: number) => ({ x: across(day), y: up(WORTHS[day] ?? 0) });

const PATH = `M${WORTHS.map((worth, day) => `${across(day)} ${up(worth)}`).join('L')}`;
const TODAY = getPoint(DAYS);
const REPAIR = getPoint(REPAIR_DAY);
const PAYDAY = getPoint(93);
const DUES = [
  { x: across(MORTGAGE_DUE), y: TODAY.y + 14 },
  { x: across(CARD_DUE), y: TODAY.y + 34 },
];
const NEXT = `M${TODAY.x} ${TODAY.y}${DUES.map(({ x, y }, index) => `H${x}V${y}${index === 1 ? `H${WIDTH}` : ''}`).join('')}`;

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Renders an example household's net worth: solid for the past, dashed for upcoming payments. */
export function NetWorthLine() {
  return (
    <figure className="mx-auto mt-8 mb-14 max-w-296 px-(--gutter)">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="xMaxYMid slice"
        className="h-52 w-full md:h-auto"
        role="img"
        aria-labelledby="net-worth-line"
      >
        <title id="net-worth-line">
          Net worth of an example household over a year, with upcoming payments
        </title>
        {[TOP, 90, 149, FLOOR].map((y) => (
          <line key={y} x1="0" x2={WIDTH} y1={y} y2={y} stroke="var(--chart-grid)" />
        ))}
        <path d={`${PATH}V${FLOOR}H0Z`} fill="var(--chart-past)" opacity="0.05" />
        <path d={PATH} fill="none" stroke="var(--chart-past)" strokeWidth="2" strokeLinejoin="round" />
        <path d={NEXT} fill="none" stroke="var(--chart-next)" strokeWidth="2" strokeDasharray="5 5" />
        <line x1={TODAY.x} x2={TODAY.x} y1="6" y2={FLOOR} stroke="var(--ink)" />
        <circle cx={TODAY.x} cy={TODAY.y} r="5" fill="var(--ink)" />
        {DUES.map(({ x, y }) => (
          <circle
            key={x}
            cx={x}
            cy={y}
            r="5"
            fill="var(--canvas)"
            stroke="var(--chart-next)"
            strokeWidth="2"
          />
        ))}
        <g className="fill-ink-2 text-sm" stroke="var(--canvas)" strokeWidth="4" paintOrder="stroke">
          <text x={TODAY.x - 10} y="20" textAnchor="end" className="fill-ink font-semibold">
            Today
          </text>
          <text x={TODAY.x + 10} y="20">
            Upcoming
          </text>
          <text x={REPAIR.x + 8} y={REPAIR.y + 26}>
            Roof repair
          </text>
          <text x={PAYDAY.x - 8} y={PAYDAY.y - 10} textAnchor="end">
            Payday
          </text>
        </g>
        {[REPAIR, PAYDAY].map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="4" fill="var(--ink)" />
        ))}
      </svg>
      <figcaption className="mt-1 text-ink-3 text-sm">
        A year in an example household: biweekly pay with bills in between. The dashed line is a projection.
      </figcaption>
    </figure>
  );
}
