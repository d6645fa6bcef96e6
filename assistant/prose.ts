/**
 * Finds numbers in a language model's answer that no tool returned. An answer may contain only amounts from
 * the ledger, so the answer is discarded if even one number is invented.
 */
const NUMBER = /\d+(?:[.,]\d+)*/g;
/**
 * Amounts in words. They can't be converted to numbers for the comparison, so the tool output must contain
 * the same words.
 */
const IN_WORDS =
  /\b(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b[\s-]*(?:percent|dollars?|euros?|pounds?|cents?|bucks?|grand)|hundreds?|thousands?|millions?|billions?|dozens?|half|a third|a quarter|twice|double[ds]?)\b/i;

/**
 * Returns true if the answer contains a number that is not in `toolOutput`, the output of all tools. A number
 * that occurs only in the customer's question counts as invented.
 */
export function inventsNumbers(prose: string, toolOutput: string): boolean {
  const knownNumbers = new Set(numbersIn(toolOutput));
  if (numbersIn(prose).some((number) => !knownNumbers.has(number))) return true;
  const text = IN_WORDS.exec(prose)?.[0];
  return text !== undefined && !toolOutput.toLowerCase().includes(text.toLowerCase());
}

/** Returns the numbers in a text. Normalizes them, so that `1,234.50` equals `1234.5`. */
function numbersIn(text: string): string[] {
  return Array.from(text.normalize('NFKC').matchAll(NUMBER), ([match]) => {
    const plain = match.replace(/,(?=\d{3}\b)/g, '');
    return /^\d+(\.\d+)?$/.test(plain) ? String(Number(plain)) : plain;
  });
}
