/** The lesson about each kind of insight. */
export const LESSON_OF_INSIGHT: Readonly<Record<string, string>> = {
  short: 'months-covered',
  fee_twice: 'card-interest',
  utilization: 'utilization',
  price_rise: 'yearly-price',
  category_high: 'where-money-goes',
  pace: 'where-money-goes',
  goal_behind: 'months-covered',
  idle: 'compound-interest',
};
