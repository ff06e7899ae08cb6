import type { DossierLink } from '@vialproof/contract/dossier-links';
import type { CodeCollision } from '@vialproof/contract/dossiers';

/** A published test under a batch code. */
export type CodedTest = {
  code_key: string;
  code: string;
  maker: (DossierLink & { id: string }) | null;
  compound: (DossierLink & { id: string }) | null;
  /** The address of the batch. */
  path: string | null;
};

/**
 * Codes that stand at several makers, and codes of one maker that stand at several compounds. Nothing is said of why: makers
 * number their batches as they like.
 */
export function collisionsOf(tests: readonly CodedTest[]): CodeCollision[] {
  const codes = [...Map.groupBy(tests, ({ code_key }) => code_key)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return codes.flatMap(([, same]) => {
    const makers = Map.groupBy(
      same.filter(({ maker }) => maker !== null),
      ({ maker }) => maker?.id,
    );
    return [...atMakers([...makers.values()]), ...[...makers.values()].flatMap(atCompounds)];
  });
}

function atMakers(makers: CodedTest[][]): CodeCollision[] {
  if (makers.length < 2) return [];
  const links = makers.flatMap(([first]) =>
    first?.maker ? [{ name: `${first.maker.name}, ${first.code}`, path: first.path }] : [],
  );
  return [{ kind: 'makers', code: makers[0]?.[0]?.code ?? '', links: links.toSorted(byName) }];
}

function atCompounds(tests: CodedTest[]): CodeCollision[] {
  const compounds = new Map(
    tests.flatMap(({ compound }) =>
      compound ? [[compound.id, { name: compound.name, path: compound.path }]] : [],
    ),
  );
  if (compounds.size < 2) return [];
  return [{ kind: 'compounds', code: tests[0]?.code ?? '', links: [...compounds.values()].toSorted(byName) }];
}

const byName = (one: DossierLink, other: DossierLink) => (one.name < other.name ? -1 : 1);
