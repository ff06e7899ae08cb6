import { foldMethod } from './method-names.rules.ts';

/** What a person does by a method: enters and hands in its results, or publishes them. */
export type Deed = 'measure' | 'release';
/** Who may; null: everybody whose role allows it. */
export type People = ReadonlySet<string> | null;
export type Restriction = Readonly<Record<Deed, People>>;
type Row = { method: string; measure: readonly string[] | null; release: readonly string[] | null };

/** Whom the methods are closed to that are not everybody's, by their folded names, with the name as an admin wrote it. */
export type Restrictions = ReadonlyMap<string, Restriction & { method: string }>;

/** Of two rows that name one method only those people may who stand in both. */
export function restrictionsOf(rows: readonly Row[]): Restrictions {
  const found = new Map<string, Restriction & { method: string }>();
  for (const { method, measure, release } of rows) {
    const key = foldMethod(method);
    const before = found.get(key);
    found.set(key, {
      method: before?.method ?? method,
      measure: both(before?.measure, measure),
      release: both(before?.release, release),
    });
  }
  return found;
}

function both(one: People | undefined, other: readonly string[] | null): People {
  if (other === null) return one ?? null;
  return new Set(one ? other.filter((id) => one.has(id)) : other);
}

/** Whether a person may do this by a method, as far as its lists go. */
export function isOpenTo(restrictions: Restrictions, deed: Deed, method: string, userId: string): boolean {
  return restrictions.get(foldMethod(method))?.[deed]?.has(userId) ?? true;
}

/** Which of these methods are closed to a person, each once, as they are written. */
export function closedTo(
  restrictions: Restrictions,
  { deed, userId, methods }: { deed: Deed; userId: string; methods: readonly string[] },
): string[] {
  return [...new Set(methods.filter((method) => !isOpenTo(restrictions, deed, method, userId)))];
}

/**
 * Which of these methods nobody can tell from a restricted one: while one is restricted, those that neither the test's template
 * has (`known`) nor an admin has named.
 */
export function unknownMethods(
  restrictions: Restrictions,
  known: readonly string[],
  methods: readonly string[],
): string[] {
  if (restrictions.size === 0) return [];
  const names = new Set([...restrictions.keys(), ...known.map(foldMethod)]);
  return [...new Set(methods.filter((method) => !names.has(foldMethod(method))))];
}
