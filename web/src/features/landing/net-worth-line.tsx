/** Net worth over two years of the example household: paydays step up, bills step down. Decoration with a caption. */
const POINTS = [
  [0, 168],
  [40, 150],
  [60, 158],
  [96, 134],
  [118, 146],
  [160, 120],
  [184, 136],
  [232, 108],
  [250, 126],
  [300, 112],
  [330, 96],
  [352, 118],
  [392, 92],
  [420, 104],
  [470, 76],
  [500, 98],
  [548, 82],
  [572, 66],
  [604, 88],
  [660, 58],
  [690, 78],
  [742, 62],
  [770, 44],
  [806, 66],
  [850, 40],
  [884, 56],
  [930, 30],
  [962, 52],
  [1010, 34],
  [1048, 20],
] as const;

export function NetWorthLine() {
  const path = POINTS.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
  const last = POINTS[POINTS.length - 1] ?? [1048, 20];
  return (
    <figure className="mx-auto mt-8 mb-14 max-w-296 px-(--gutter)">
      <svg viewBox="0 0 1120 190" className="w-full" role="img" aria-labelledby="net-worth-line">
        <title id="net-worth-line">The net worth of the demo household over two years, rising in steps</title>
        {[40, 90, 140, 188].map((y) => (
          <line key={y} x1="0" x2="1120" y1={y} y2={y} stroke="var(--chart-grid)" />
        ))}
        <path
          d={path}
          fill="none"
          stroke="var(--chart-past)"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1={last[0]}
          x2={last[0]}
          y1="0"
          y2="188"
          stroke="var(--ink)"
          vectorEffect="non-scaling-stroke"
        />
        <circle cx={last[0]} cy={last[1]} r="5" fill="var(--ink)" />
      </svg>
      <figcaption className="mt-2 flex justify-between text-ink-3 text-sm">
        <span>Two years ago</span>
        <span>Today, in the demo household</span>
      </figcaption>
    </figure>
  );
}
