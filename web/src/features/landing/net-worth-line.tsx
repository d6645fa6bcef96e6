const WEEKS = 104;
const WIDTH = 1120;
const HEIGHT = 220;
const FLOOR = 196;

/** Two years of weeks: every other Friday a payday steps up, the days between step down, one roof repair. */
function worthAt(week: number): number {
  const payday = week % 2 === 0 ? 5.2 : 0;
  const repair = week >= 48 ? 9 : 0;
  const month = (week % 4) * 1.1;
  return week * 1.18 + payday - month - repair + ((week * 37) % 11) * 0.35;
}

const MOST = worthAt(WEEKS) + 12;
const across = (week: number) => Math.round((week / WEEKS) * (WIDTH - 40));
const up = (worth: number) => Math.round((FLOOR - (worth / MOST) * (FLOOR - 24)) * 10) / 10;

const PATH = Array.from({ length: WEEKS + 1 }, (_, week) => week)
  .map((week) => (week === 0 ? `M0 ${up(worthAt(0))}` : `H${across(week)} V${up(worthAt(week))}`))
  .join(' ');
const TODAY = { x: across(WEEKS), y: up(worthAt(WEEKS)) };
const REPAIR = { x: across(48), y: up(worthAt(48)) };

/** How a household's net worth went: the past is a solid line, and it has names. */
export function NetWorthLine() {
  return (
    <figure className="mx-auto mt-10 mb-14 max-w-296 px-(--gutter)">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" role="img" aria-labelledby="net-worth-line">
        <title id="net-worth-line">The net worth of the demo household over two years, rising in steps</title>
        {[40, 92, 144, FLOOR].map((y) => (
          <line key={y} x1="0" x2={WIDTH} y1={y} y2={y} stroke="var(--chart-grid)" />
        ))}
        <path d={`${PATH} V${FLOOR} H0 Z`} fill="var(--chart-past)" opacity="0.05" />
        <path d={PATH} fill="none" stroke="var(--chart-past)" strokeWidth="2" strokeLinejoin="round" />
        <line x1={TODAY.x} x2={TODAY.x} y1="6" y2={FLOOR} stroke="var(--ink)" />
        <circle cx={TODAY.x} cy={TODAY.y} r="5" fill="var(--ink)" stroke="var(--canvas)" strokeWidth="2" />
        <g className="hidden fill-ink-2 text-sm sm:block">
          <circle cx={REPAIR.x} cy={REPAIR.y} r="4" fill="var(--ink)" />
          <text x={REPAIR.x + 10} y={REPAIR.y + 26}>
            Roof repair
          </text>
          <text x={TODAY.x - 10} y="18" textAnchor="end" className="fill-ink font-semibold">
            Today
          </text>
        </g>
      </svg>
      <figcaption className="mt-1 text-ink-3 text-sm">
        Two years in the demo household: pay every other Friday, bills in between.
      </figcaption>
    </figure>
  );
}
