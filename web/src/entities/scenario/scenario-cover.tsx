import type { Scenario } from '@engine/scenarios/scenario.ts';
import { useMemo } from 'react';
import { classNames } from '@/ui/class-names';
import { COVER, getCoverContours } from './cover-contours';

const BACKGROUNDS: Record<Scenario['difficulty'], string> = {
  easy: 'bg-(--cover-1) text-(--cover-l1)',
  medium: 'bg-(--cover-2) text-(--cover-l2)',
  hard: 'bg-(--cover-3) text-(--cover-l3)',
};

/** The opacity of the lowest contour line. The highest one is opaque. */
const FAINTEST = 0.45;

type ScenarioCoverProps = {
  scenario: Pick<Scenario, 'id' | 'difficulty'>;
  /** Thins the lines in proportion to the cover, for covers narrower than about 120 px. */
  small?: boolean;
  className?: string;
};

/** Renders a scenario's cover: depth contours on a background whose color shows the difficulty. */
export function ScenarioCover({ scenario, small = false, className }: ScenarioCoverProps) {
  const contours = useMemo(() => getCoverContours(scenario.id), [scenario.id]);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${COVER.width} ${COVER.height}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth={small ? 2 : 1.1}
      className={classNames(
        'aspect-[1.444]',
        small ? 'rounded-2' : 'rounded-3',
        BACKGROUNDS[scenario.difficulty],
        className,
      )}
    >
      {contours.map((path, index) => (
        <path
          key={path}
          d={path}
          opacity={FAINTEST + ((1 - FAINTEST) * index) / Math.max(1, contours.length - 1)}
          vectorEffect={small ? undefined : 'non-scaling-stroke'}
        />
      ))}
    </svg>
  );
}
