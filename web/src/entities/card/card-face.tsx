import { useMemo } from 'react';
import { cardContours } from './card-contours';

type CardFaceProps = {
  name: string;
  lastFour: string;
  holder: string;
  expires?: string;
  /** The card's product, which decides its color. Missing for a card that the customer added. */
  product?: string | null;
};

/** The hue of each product's card, in degrees. Other cards have the color of the theme. */
const HUES: Readonly<Record<string, number>> = {
  anchor_secured: 265,
  campus: 145,
  quarter_five: 40,
  voyage: 320,
};

/** Renders a card with a masked number. The page can reveal the full number. */
export function CardFace({ name, lastFour, holder, expires, product }: CardFaceProps) {
  const contours = useMemo(() => cardContours(lastFour), [lastFour]);
  const hue = HUES[product ?? ''];
  return (
    <div
      className="relative aspect-[1.586] w-full overflow-hidden rounded-[18px] bg-card-face p-6 text-card-ink"
      style={hue === undefined ? undefined : { backgroundColor: `oklch(0.35 0.07 ${hue})` }}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 380 240"
        className="absolute inset-0 size-full opacity-50"
        preserveAspectRatio="xMidYMid slice"
      >
        <path
          d={contours}
          fill="none"
          stroke={hue === undefined ? 'var(--card-contour)' : `oklch(0.62 0.09 ${hue})`}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="relative flex h-full flex-col">
        <div className="flex items-start justify-between gap-4">
          <span className="flex items-center gap-2 font-semibold">
            <Mark /> Sandbank
          </span>
          <span className="line-clamp-2 text-right text-card-ink-2 text-sm leading-tight">{name}</span>
        </div>
        <Chip />
        <div className="flex items-baseline justify-between gap-4">
          <span className="figures font-medium tracking-wide">•••• {lastFour}</span>
          <span className="truncate text-sm">{holder}</span>
          {expires && <span className="figures text-sm">{expires}</span>}
        </div>
      </div>
    </div>
  );
}

function Mark() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 28 20"
      className="h-4.5 w-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M2 12.500c4 0 5.500-9 12-9s8 9 12 9" />
      <path d="M2 17.500c2 0 2-1.500 4-1.500s2 1.500 4 1.500 2-1.500 4-1.500 2 1.500 4 1.500 2-1.500 4-1.500 2 1.500 4 1.500" />
    </svg>
  );
}

function Chip() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 40 30"
      className="mt-auto mb-4 h-7.5 w-10"
      fill="none"
      stroke="var(--card-ink-2)"
      strokeWidth="1.2"
    >
      <rect x="1" y="1" width="38" height="28" rx="6" />
      <path d="M1 10.500h12M1 19.500h12M27 10.500h12M27 19.500h12M13 1v28M27 1v28M13 15h14" />
    </svg>
  );
}
