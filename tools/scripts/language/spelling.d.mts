export function loadDictionary(): Promise<{ has(word: string): boolean }>;
