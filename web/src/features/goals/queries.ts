import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { Database } from '@/lib/database.types';
import { sumAmounts } from '@/lib/money';
import { everyRowQuery, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type GoalMovement = Database['public']['Tables']['goal_movements']['Row'];

/** A goal with its status. Amounts are in major units, and days are `yyyy-MM-dd`. */
export type Goal = Awaited<ReturnType<typeof readGoals>>[number];

const SPENDING_DAYS = 91;
const MONTHS_OF_SPENDING = 3;
const LATEST_ROWS = 5;

export const goalQueries = {
  list: () => requestQuery(['goals', 'list'], "We couldn't load your goals", readGoals),
  /** Reads a goal's movements, latest first. */
  movements: (goalId: string) =>
    everyRowQuery(['goals', 'movements', goalId], "We couldn't load the goal history", (first, last) =>
      supabase
        .from('goal_movements')
        .select('*')
        .eq('goal_id', goalId)
        .order('at', { ascending: false })
        .order('id', { ascending: false })
        .range(first, last),
    ),
  /** Reads the latest movements of all goals, latest first. */
  latest: () =>
    requestQuery(['goals', 'latest'], "We couldn't load the latest contributions", () =>
      supabase
        .from('goal_movements')
        .select('*')
        .order('at', { ascending: false })
        .order('id', { ascending: false })
        .limit(LATEST_ROWS),
    ),
  /** Reads the saved amount after each change, in chronological order. */
  history: (goalId: string) =>
    requestQuery(['goals', 'history', goalId], "We couldn't load the goal history", () =>
      supabase.rpc('goal_history', { goal_id: goalId }),
    ),
  /** Reads the average monthly spending of the last three months in the base currency; null if unknown. */
  monthlySpending: (today: string) =>
    requestQuery(['goals', 'monthly-spending', today], "We couldn't load your spending", async () => {
      const day = (daysAgo: number) => dayText(parseDay(today) - daysAgo);
      const { data } = await supabase
        .rpc('analytics_flows', {
          from_day: day(SPENDING_DAYS - 1),
          to_day: today,
          before_from: day(2 * SPENDING_DAYS - 1),
          before_to: day(SPENDING_DAYS),
        })
        .throwOnError();
      const months = data.filter((row) => row.part === 'month' && row.direction === 'out' && !row.is_before);
      if (months.length === 0) return null;
      return sumAmounts(months.map(({ amount }) => amount)) / MONTHS_OF_SPENDING;
    }),
};

async function readGoals() {
  const [goals, status] = await Promise.all([
    supabase.from('goals').select('*').order('priority').order('created_at').throwOnError(),
    supabase.from('goal_status').select('*').throwOnError(),
  ]);
  const statusByGoal = new Map(status.data.map((row) => [row.goal_id, row]));
  return goals.data.map((goal) => {
    const row = statusByGoal.get(goal.id);
    return {
      ...goal,
      saved: row?.saved ?? 0,
      left: row?.left ?? goal.target,
      share: row?.share ?? 0,
      pace: row?.monthly_pace ?? 0,
      needed: row?.needed_monthly ?? null,
    };
  });
}
