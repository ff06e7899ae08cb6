import { foldMethod } from './method-names.rules.ts';

/** An action with a method: enter and submit results, or publish them. */
export type Deed = 'measure' | 'release';
/** The ids of the people who may use the method; null: everybody with the right role. */
export type People = ReadonlySet<string> | null;
export type Restriction = Readonly<Record<Deed, People>>;
type Row = { method: string; measure: readonly string[] | null; release: readonly string[] | null };

/** The restricted methods by folded name: the allowed people, and the name as an admin wrote it. */
export type Restrictions = ReadonlyMap<string, Restriction & { method: string }>;

/**
 * The restrictions by folded name of the method. If two rows name the same method, only people in both rows may use it.
 */
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

/** Whether the restrictions allow a person to enter (or release) results of a method. */
export function isOpenTo(restrictions: Restrictions, deed: Deed, method: string, userId: string): boolean {
  return restrictions.get(foldMethod(method))?.[deed]?.has(userId) ?? true;
}

/** The methods among the given ones that a person may not use. The result has each method once, in its written form. */
export function closedTo(
  restrictions: Restrictions,
  { deed, userId, methods }: { deed: Deed; userId: string; methods: readonly string[] },
): string[] {
  return [...new Set(methods.filter((method) => !isOpenTo(restrictions, deed, method, userId)))];
}

/**
 * The methods that are neither in the test's template (`known`) nor restricted by an admin. While any restriction
 * exists, each of them could be another spelling of a restricted method.
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
