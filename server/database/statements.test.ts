import { expect, test } from 'vitest';
import { splitStatements } from './statements.ts';

test('statements end at semicolons outside quotes, dollar quotes, comments, and atomic bodies', () => {
  const statements = [
    "select 'a;b', \"c;d\", E'it\\'s;'",
    'do $$ begin perform 1; end $$',
    'create function f() returns text language sql as $body$ select $$;$$; $body$',
    'create function g(a int) returns int language sql begin atomic select case when a = 1 then 2 end; select 3; end',
    '/* one; /* two; */ */ select 1 -- three;',
  ];
  expect(splitStatements(`${statements.join(';\n')}\n;;\n-- the end;`)).toEqual(statements);
});
