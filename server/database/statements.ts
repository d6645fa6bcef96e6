/**
 * Splits SQL into statements the way the Supabase CLI does. Removes trailing semicolons and empty statements.
 * Handles quotes, dollar quotes, nested comments, and `begin atomic` bodies.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0;
  let meaningful = false;
  // One token per match: comment, quoted text, dollar-quoted text, word, semicolon, or any other character.
  const token =
    /--[^\n]*|\/\*|[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[a-z_\d]*)\$)[\s\S]*?\1|[a-z_][a-z_\d$]*|;|\s+|[\s\S]/giy;
  let previous = '';
  for (let match = token.exec(sql); match; match = token.exec(sql)) {
    const [text] = match;
    if (text === '/*') {
      token.lastIndex = endOfComment(sql, match.index);
      continue;
    }
    if (/^(--|\s)/.test(text)) continue;
    const word = text.toLowerCase();
    if (word === 'atomic' && previous === 'begin') depth = 1;
    else if (depth > 0 && word === 'case') depth += 1;
    else if (depth > 0 && word === 'end') depth -= 1;
    previous = word;
    if (text === ';' && depth === 0) {
      if (meaningful) statements.push(sql.slice(start, match.index).trim());
      start = token.lastIndex;
      meaningful = false;
    } else {
      meaningful = true;
    }
  }
  if (meaningful) statements.push(sql.slice(start).trim());
  return statements;
}

/** Returns the end of a block comment, which may be nested. */
function endOfComment(sql: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let match = edge.exec(sql); match; match = edge.exec(sql)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return sql.length;
}
