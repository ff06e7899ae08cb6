import { z } from 'zod';

/** An error that zod found, with the fields of its kind. */
type Issue = Parameters<z.core.$ZodErrorMap>[0];

const FORMATS: Record<string, string> = {
  email: 'This is no e-mail address.',
  url: 'This is no web address.',
  uuid: 'This is no identifier.',
  date: 'Give a day such as 2026-11-24.',
  datetime: 'Give a moment such as 2026-11-24T09:30:00Z.',
};
const TYPES: Record<string, string> = {
  string: 'Give text.',
  number: 'Give a number.',
  int: 'Give a whole number.',
  boolean: 'Give true or false.',
  array: 'Give a list.',
  object: 'Give an object.',
};

/** Our sentence for an error of zod, if the schema has none; undefined leaves zod's own sentence. */
function sentenceOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : TYPES[issue.expected];
    case 'too_big':
      return `At most ${issue.maximum}${countedIn(issue.origin, Number(issue.maximum))}.`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'This is missing.'
        : `At least ${issue.minimum}${countedIn(issue.origin, Number(issue.minimum))}.`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This is not written as it should be.';
    case 'invalid_value':
      return `Give one of: ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `Nothing here is called ${issue.keys.join(', ')}.`;
    default:
      return undefined;
  }
}

function countedIn(origin: string, count: number): string {
  if (origin === 'string') return count === 1 ? ' character' : ' characters';
  if (origin === 'array' || origin === 'set') return count === 1 ? ' entry' : ' entries';
  return '';
}

// Server and pages show the same sentences for errors of every schema.
z.config({ customError: sentenceOf });
