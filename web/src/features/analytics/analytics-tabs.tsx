import { Tabs } from '@/ui/tabs';
import { type AnalyticsPart, PARTS } from './range';

/** The pages that share the tabs of the analytics page. */
const PAGES = [
  { to: '/analytics/financial-health', label: 'Financial health' },
  { to: '/analytics/year-in-review', label: 'Year in review' },
] as const;

type AnalyticsTabsProps = {
  current: string;
  /** Returns the path of a part. Without it, the parts open with their usual range. */
  getPath?: (part: AnalyticsPart) => string;
};

const getUsualPath = (part: AnalyticsPart) =>
  part === 'overview' ? '/analytics' : `/analytics?part=${part}`;

/** Renders the tabs of the pages about analytics. */
export function AnalyticsTabs({ current, getPath = getUsualPath }: AnalyticsTabsProps) {
  return (
    <Tabs
      label="Analytics pages"
      tabs={[...PARTS.map(({ value, label }) => ({ to: getPath(value), label })), ...PAGES]}
      current={current}
    />
  );
}
