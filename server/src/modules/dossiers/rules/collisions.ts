import type { DossierLink } from '@vialproof/contract/dossier-links';
import type { CodeCollision } from '@vialproof/contract/dossiers';

/** A published test with a batch code. */
export type CodedTest = {
  code_key: string;
  code: string;
  maker: (DossierLink & { id: string }) | null;
  compound: (DossierLink & { id: string }) | null;
  /** The address of the batch's page. */
  path: string | null;
  /** Whether the test belongs to the page's compound, maker or batch. */
  isOwn: boolean;
};

/** Finds batch codes that several makers use, or one maker for several compounds, if this page shows one of them. */
export function collisionsOf(tests: readonly CodedTest[]): CodeCollision[] {
  const codes = [...Map.groupBy(tests, ({ code_key }) => code_key)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return codes.flatMap(([, same]) => {
    const makers = Map.groupBy(
      same.filter(({ maker }) => maker !== null),
      ({ maker }) => maker?.id,
    );
    const own = [...makers.values()].filter((tests) => tests.some(({ isOwn }) => isOwn));
    return [...(own.length > 0 ? atMakers([...makers.values()]) : []), ...own.flatMap(atCompounds)];
  });
}

function atMakers(makers: CodedTest[][]): CodeCollision[] {
  if (makers.length < 2) return [];
  const links = makers.flatMap(([first]) =>
    first?.maker ? [{ name: `${first.maker.name}, ${first.code}`, path: first.path }] : [],
  );
  const code = makers[0]?.[0]?.code ?? '';
  return [{ kind: 'makers', code, maker: null, links: links.toSorted(byName) }];
}

function atCompounds(tests: CodedTest[]): CodeCollision[] {
  const compounds = new Map(
    tests.flatMap(({ compound }) =>
      compound ? [[compound.id, { name: compound.name, path: compound.path }]] : [],
    ),
  );
  const [first] = tests;
  if (compounds.size < 2 || !first?.maker) return [];
  const { name, path } = first.maker;
  const links = [...compounds.values()].toSorted(byName);
  return [{ kind: 'compounds', code: first.code, maker: { name, path }, links }];
}

const byName = (one: DossierLink, other: DossierLink) => (one.name < other.name ? -1 : 1);
