import { foldMethod } from './method-names.rules.ts';

/** What people do with a method: measure, or release results. */
export type Deed = 'measure' | 'release';
/** The people who may use the method; null: everybody with the role. */
export type People = ReadonlySet<string> | null;
export type Restriction = Readonly<Record<Deed, People>>;
type Row = { method: string; measure: readonly string[] | null; release: readonly string[] | null };

/** The restricted methods, each with its people. */
export type Restrictions = ReadonlyMap<string, Restriction & { method: string }>;

/** The people for each restricted method. If two rows mean the same method, only people in both may use it. */
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

/** Whether a person may use a method. */
export function isOpenTo(restrictions: Restrictions, deed: Deed, method: string, userId: string): boolean {
  return restrictions.get(foldMethod(method))?.[deed]?.has(userId) ?? true;
}

/** Which of the methods the person may not use. */
export function closedTo(
  restrictions: Restrictions,
  { deed, userId, methods }: { deed: Deed; userId: string; methods: readonly string[] },
): string[] {
  return [...new Set(methods.filter((method) => !isOpenTo(restrictions, deed, method, userId)))];
}

/**
 * Methods that are not in the test's template and not restricted. If any method is restricted, such a name could be
 * another spelling of it.
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
