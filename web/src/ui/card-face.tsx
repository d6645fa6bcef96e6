/** Contour lines of a bank under the tide, drawn once: closed curves around two heights. */
const CONTOURS = Array.from({ length: 9 }, (_, ring) => ({
  key: ring,
  rx: 26 + ring * 24,
  ry: 14 + ring * 17,
  turn: -18 + ring * 2.5,
}));

type CardFaceProps = { name: string; lastFour: string; holder: string; expires?: string };

/** A card that looks like one. The number is masked; revealing it is the page's business. */
export function CardFace({ name, lastFour, holder, expires }: CardFaceProps) {
  return (
    <div className="relative aspect-[1.586] w-full overflow-hidden rounded-[18px] bg-card-face p-5 text-card-ink">
      <svg
        aria-hidden="true"
        viewBox="0 0 380 240"
        className="absolute inset-0 size-full opacity-50"
        preserveAspectRatio="xMidYMid slice"
      >
        {CONTOURS.map(({ key, rx, ry, turn }) => (
          <ellipse
            key={key}
            cx="276"
            cy="98"
            rx={rx}
            ry={ry}
            transform={`rotate(${turn} 276 98)`}
            fill="none"
            stroke="var(--card-contour)"
            strokeWidth="1"
          />
        ))}
      </svg>
      <div className="relative flex h-full flex-col justify-between">
        <div className="flex items-start justify-between gap-4">
          <span className="font-semibold">Sandbank</span>
          <span className="truncate text-card-ink-2 text-sm">{name}</span>
        </div>
        <div className="flex items-end justify-between gap-4">
          <span className="figures font-medium tracking-wide">···· {lastFour}</span>
          <span className="truncate text-sm">{holder}</span>
          {expires && <span className="figures text-sm">{expires}</span>}
        </div>
      </div>
    </div>
  );
}
