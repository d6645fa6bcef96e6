import { parseDay } from '@engine/calendar/calendar.ts';
import { type Minor, markMinor } from '@engine/money/minor.ts';
import type { ReactNode } from 'react';
import { formatAs } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { LAST_DAY, OUTLOOK, TODAY } from './outlook';

const FIRST_DAY = parseDay(OUTLOOK.past[0]?.day ?? OUTLOOK.today.day);
const MOST = Math.max(...OUTLOOK.next.map(({ high }) => high));
const HEADROOM = 1.05;
const LABEL_EVERY_YEARS = 2;

/** The position of a day and of a worth, in percent of the chart's width and height. */
const across = (day: number) => hundredth(((day - FIRST_DAY) / (LAST_DAY - FIRST_DAY)) * 100);
const up = (worth: number) => hundredth(100 - (worth / (MOST * HEADROOM)) * 100);

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}

const path = (points: readonly { day: string; worth: number }[]) =>
  points.map(({ day, worth }) => `${across(parseDay(day))} ${up(worth)}`).join('L');

const FUTURE = [OUTLOOK.today, ...OUTLOOK.next.map(({ day, worth = 0 }) => ({ day, worth }))];
const LINE = `M${path([...OUTLOOK.past, ...FUTURE])}`;
const HIGHS = OUTLOOK.next.map(({ day, high }) => ({ day, worth: high }));
const LOWS = OUTLOOK.next.map(({ day, low }) => ({ day, worth: low }));
const BAND = `M${path([OUTLOOK.today, ...HIGHS, ...LOWS.toReversed()])}Z`;

const LAST = OUTLOOK.next.at(-1) ?? { ...OUTLOOK.today, low: 0, high: 0 };
const MILESTONES = OUTLOOK.milestones.map(({ day, description }) => ({
  day: parseDay(day),
  date: day,
  description,
}));
const FIRST_YEAR = Number(OUTLOOK.today.day.slice(0, 4)) + LABEL_EVERY_YEARS;
const YEARS = [0, 1, 2, 3, 4].map((index) => FIRST_YEAR + index * LABEL_EVERY_YEARS);

const money = (minor: number) => formatMinor(markMinor(minor));
const month = (day: string) => formatAs(day, 'MMM yyyy');

const SUMMARY = `Net worth of the demo household: ${money(OUTLOOK.today.worth)} today and an expected ${money(LAST.worth ?? 0)} in ${month(LAST.day)}, between ${money(LAST.low)} and ${money(LAST.high)} in 8 of 10 simulations.`;

type WorthChartProps = { day: number; worth: Minor };

/** Renders ten years ahead: solid up to the clock's day, dashed with its likely range afterward. */
export function WorthChart({ day, worth }: WorthChartProps) {
  const left = across(day);
  return (
    <figure className="mt-10 mb-14">
      <div role="img" aria-label={SUMMARY} className="relative h-48 border-line border-b md:h-64">
        <Layer clip={`inset(0 0 0 ${left}%)`}>
          <path d={BAND} fill="var(--chart-band)" />
          <Line stroke="var(--chart-next)" strokeDasharray="5 5" />
        </Layer>
        <Layer clip={`inset(0 ${100 - left}% 0 0)`}>
          <path d={BAND} fill="var(--chart-band)" opacity="0.4" />
          <Line stroke="var(--chart-past)" />
        </Layer>
        <span
          className="absolute bottom-0 border-ink border-l pb-1 pl-2 text-xs"
          style={{ left: `${across(TODAY)}%`, top: '44%' }}
        >
          <span className="block font-semibold">Today</span>
          <span className="figures text-ink-2">{money(OUTLOOK.today.worth)}</span>
        </span>
        {MILESTONES.map((milestone) => (
          <Milestone key={milestone.date} {...milestone} isPast={milestone.day <= day} />
        ))}
        <span className="absolute top-[62%] right-(--gutter) md:top-[38%] text-right text-ink-2 text-xs">
          Expected in {month(LAST.day)}
          <span className="figures block font-semibold text-ink">{money(LAST.worth ?? 0)}</span>
        </span>
        <span
          className="absolute -mt-1.5 -ml-1.5 size-3 rounded-full bg-ink ring-2 ring-canvas transition-[left,top] duration-[240ms] ease-out"
          style={{ left: `${left}%`, top: `${up(worth)}%` }}
        />
      </div>
      <div aria-hidden className="figures relative h-6 text-ink-3 text-xs">
        {YEARS.map((year) => (
          <span
            key={year}
            className="absolute top-1.5 -translate-x-1/2"
            style={{ left: `${across(parseDay(`${year}-01-01`))}%` }}
          >
            {year}
          </span>
        ))}
      </div>
      <figcaption className="mx-auto mt-2 max-w-296 px-(--gutter) text-ink-3 text-sm">
        The demo household, computed on this page by the bank's own engine. The shaded range holds 8 of 10
        simulations.
      </figcaption>
    </figure>
  );
}

/** Renders a part of the chart's width. The clip moves with the clock. */
function Layer({ clip, children }: { clip: string; children: ReactNode }) {
  return (
    <span
      className="absolute inset-0 transition-[clip-path] duration-[240ms] ease-out"
      style={{ clipPath: clip }}
    >
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full">
        {children}
      </svg>
    </span>
  );
}

function Line(props: { stroke: string; strokeDasharray?: string }) {
  return (
    <path
      d={LINE}
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      {...props}
    />
  );
}

type MilestoneProps = { day: number; date: string; description: string; isPast: boolean };

function Milestone({ day, date, description, isPast }: MilestoneProps) {
  const worth = FUTURE.findLast((point) => parseDay(point.day) <= day)?.worth ?? 0;
  return (
    <span className="absolute" style={{ left: `${across(day)}%`, top: `${up(worth)}%` }}>
      <span
        className={classNames(
          'absolute -mt-1.5 -ml-1.5 size-3 rounded-full border-2',
          isPast ? 'border-ink bg-ink' : 'border-accent bg-canvas',
        )}
      />
      <span className="absolute bottom-4 hidden w-36 -translate-x-1/2 text-center text-xs md:block">
        <span className="block font-semibold">{description}</span>
        <span className="text-ink-2">{month(date)}</span>
      </span>
    </span>
  );
}
