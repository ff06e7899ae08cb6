/** Facts about a file in one or two lines. Unknown facts are left out. */
export function KnownFacts({ facts }: { facts: [name: string, value: string | null | undefined][] }) {
  const known = facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
  if (known.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {known.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="shrink-0 text-ink-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
