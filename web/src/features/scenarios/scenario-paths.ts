export const STORIES_PATH = '/tips/stories';

export const playPath = (id: string) => `${STORIES_PATH}/plays/${id}`;
