export type SelectedTests = { unit: string[]; browser: string[]; projects: string[]; unknown: string[] };
export function selectTests(filters: string[], root: string): SelectedTests;
