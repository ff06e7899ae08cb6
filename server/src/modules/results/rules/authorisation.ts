import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@vialproof/contract/errors';
import type { Measurement } from '@vialproof/contract/results';

/** The methods of all lines that a save adds, changes or removes. */
export function methodsTouched(before: readonly Measurement[], after: readonly Measurement[]): string[] {
  const [was, is] = [stored(before), stored(after)];
  const gone = was.filter((line) => !takeOut(is, line));
  return [...gone, ...is].map(({ method }) => method);
}

/** The places of lines that are new or changed. */
export function placesChanged(before: readonly Measurement[], after: readonly Measurement[]): number[] {
  const was = stored(before);
  return stored(after).flatMap((line, place) => (takeOut(was, line) ? [] : [place]));
}

/** The errors about methods that the person may not use. `untold`: methods that the test's template does not have. */
export function untoldErrors(
  lines: readonly Measurement[],
  places: readonly number[],
  untold: readonly string[],
): FieldError[] {
  return places.flatMap((place) => {
    const method = lines[place]?.method;
    if (method === undefined || !untold.includes(method)) return [];
    const message = `The template of this test has no method “${method}”. While a method is restricted to some people, write one that it has, or ask an admin.`;
    return [{ path: `measurements.${place}.method`, message }];
  });
}

/** The lines of a result as they are stored, without empty and computed fields. */
function stored(lines: readonly Measurement[]): Measurement[] {
  return JSON.parse(JSON.stringify(lines.map(({ computed: _, ...line }) => line)));
}

/** Removes the first line that equals `line`; false without one. */
function takeOut(lines: Measurement[], line: Measurement): boolean {
  const place = lines.findIndex((each) => isDeepStrictEqual(each, line));
  if (place >= 0) lines.splice(place, 1);
  return place >= 0;
}

export const authorisationWords = (methods: readonly string[]) =>
  `Only people who are authorised for ${quoted(methods)} enter and hand in its results. Ask an admin.`;

export const releaseWords = (methods: readonly string[]) =>
  `Only people who are authorised to release results by ${quoted(methods)} publish them. Ask an admin who that is.`;

const quoted = (methods: readonly string[]) => methods.map((name) => `“${name}”`).join(' and ');
