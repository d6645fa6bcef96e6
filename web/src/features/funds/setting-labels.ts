export const REBALANCING_LABELS = {
  never: 'Only when I ask',
  yearly: 'Once a year, in January',
  drift: 'When a part is 5 points off',
};

export const COST_METHOD_LABELS = { average: 'Average cost', fifo: 'Oldest units first (FIFO)' };
