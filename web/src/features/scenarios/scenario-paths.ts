export const SCENARIOS_PATH = '/tips/stories';

export const scenarioRunPath = (id: string) => `${SCENARIOS_PATH}/plays/${id}`;
