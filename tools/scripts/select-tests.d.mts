export type SelectedTests = { unit: string[]; browser: string[]; projects: string[]; unknown: string[] };
export function selectTests(words: string[], root: string): SelectedTests;
