const RINGS = 11;
const POINTS_A_RING = 72;

/** Depth contours of a bank under the tide: rings around its top that bulge and turn as they go down. */
const CONTOURS = Array.from({ length: RINGS }, (_, ring) => {
  const points = Array.from({ length: POINTS_A_RING }, (__, point) => {
    const angle = (point / POINTS_A_RING) * 2 * Math.PI;
    const bulge =
      1 + 0.16 * Math.sin(2 * angle + 0.5 + ring * 0.12) + 0.07 * Math.sin(3 * angle - ring * 0.35);
    const x = 282 + Math.cos(angle) * (14 + ring * 21) * bulge;
    const y = 92 + Math.sin(angle) * (9 + ring * 15) * bulge;
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  });
  return `M${points.join('L')}Z`;
});

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
        {CONTOURS.map((contour) => (
          <path key={contour} d={contour} fill="none" stroke="var(--card-contour)" strokeWidth="1" />
        ))}
      </svg>
      <div className="relative flex h-full flex-col justify-between">
        <div className="flex items-start justify-between gap-4">
          <span className="font-semibold">Sandbank</span>
          <span className="truncate text-card-ink-2 text-sm">{name}</span>
        </div>
        <div className="flex items-end justify-between gap-4">
          <span className="figures font-medium tracking-wide">•••• {lastFour}</span>
          <span className="truncate text-sm">{holder}</span>
          {expires && <span className="figures text-sm">{expires}</span>}
        </div>
      </div>
    </div>
  );
}
