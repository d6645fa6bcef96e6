import { RestError } from './rest-error.ts';

/** The form of a response: a list, one object, or lines of comma-separated values. */
export type Media = { form: 'array' | 'object' | 'csv'; stripped: boolean; contentType: string };

const JSON_TYPE: Media = { form: 'array', stripped: false, contentType: 'application/json; charset=utf-8' };
const OFFERED = new Map<string, Media>(
  Object.entries({
    '*/*': JSON_TYPE,
    'application/*': JSON_TYPE,
    'application/json': JSON_TYPE,
    'application/vnd.pgrst.array': JSON_TYPE,
    'application/vnd.pgrst.array+json': JSON_TYPE,
    'application/vnd.pgrst.array+json;nulls=stripped': {
      form: 'array',
      stripped: true,
      contentType: 'application/vnd.pgrst.array+json; nulls=stripped; charset=utf-8',
    },
    'application/vnd.pgrst.object+json': {
      form: 'object',
      stripped: false,
      contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
    },
    'application/vnd.pgrst.object+json;nulls=stripped': {
      form: 'object',
      stripped: true,
      contentType: 'application/vnd.pgrst.object+json; nulls=stripped; charset=utf-8',
    },
    'text/csv': { form: 'csv', stripped: false, contentType: 'text/csv; charset=utf-8' },
  } satisfies Record<string, Media>),
);

/** The form the Accept header prefers among those offered. Throws PGRST107 when none is. */
export function negotiate(accept: string | null): Media {
  if (accept === null || accept === '') return JSON_TYPE;
  const known = OFFERED.get(accept);
  if (known) return known;
  const wanted = accept.split(',').map(weighed);
  wanted.sort((one, other) => other.weight - one.weight);
  for (const { type, nullsStripped } of wanted) {
    const name = type.replace('application/vnd.pgrst.object', 'application/vnd.pgrst.object+json');
    const full = name.replace('+json+json', '+json');
    const media = OFFERED.get(nullsStripped ? `${full};nulls=stripped` : full) ?? OFFERED.get(full);
    if (media) return media;
  }
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept.slice(0, 200)}`);
}

function weighed(text: string): { type: string; weight: number; nullsStripped: boolean } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return {
    type,
    weight: Number.isFinite(weight) ? weight : 0,
    nullsStripped: parameters.includes('nulls=stripped'),
  };
}
