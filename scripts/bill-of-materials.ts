import { CONTAINED_PROGRAMS, cpeOf } from './contained-programs.ts';
import { npm } from './npm.ts';
import { type Package, type Packages, packagesIn } from './packages.ts';

/** The parts of CycloneDX 1.5 that are used. */
export type Component = {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl?: string;
  cpe?: string;
  licenses?: ({ license: { id: string } } | { expression: string })[];
  hashes?: { alg: string; content: string }[];
  properties?: { name: string; value: string }[];
  externalReferences?: { type: string; url: string }[];
  components?: Component[];
};
export type Bill = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** Says that only development needs a package. */
const FOR_DEVELOPMENT = 'cdx:npm:package:development';

/**
 * The bill of materials of what production installs (CycloneDX). It depends only on lockfile, manifests and npm: it has
 * neither a random serial number nor a time, which the format does not require.
 */
export async function makeBill(lockfile: Packages): Promise<Bill> {
  const words = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const { code, output, errors } = await npm('sbom', ...words);
  if (code !== 0) throw new Error(`npm sbom ended with ${code}: ${errors}`);
  return onlyProduction(JSON.parse(output), lockfile);
}

/** `npm sbom --omit=dev` also leaves out packages that both production and development need, so the lockfile decides. */
function onlyProduction(bill: Bill, lockfile: Packages): Bill {
  const left = new Set(
    packagesIn(lockfile)
      .filter(({ isProduction }) => !isProduction)
      .map(refOf),
  );
  const { serialNumber: _serial, metadata, ...rest } = bill;
  const { timestamp: _time, ...others } = metadata;
  return {
    ...rest,
    metadata: { ...others, component: named(metadata.component) },
    components: bill.components.filter((each) => !left.has(each['bom-ref'])).map(completed),
    dependencies: bill.dependencies
      .filter(({ ref }) => !left.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => !left.has(other)) })),
  };
}

const refOf = ({ name, version }: Pick<Package, 'name' | 'version'>) => `${name}@${version}`;

/** npm names workspaces and aliases after their folders. */
function named(component: Component): Component {
  return { ...component, name: component['bom-ref'].slice(0, component['bom-ref'].lastIndexOf('@')) };
}

function completed(component: Component): Component {
  const own = named(component);
  const contained = CONTAINED_PROGRAMS.filter(({ packages }) => packages.test(own.name)).map(
    (program): Component => {
      const version = program.version(own.version);
      return {
        'bom-ref': `${own['bom-ref']}/${program.name}`,
        type: 'application',
        name: program.name,
        version,
        cpe: cpeOf(program, version),
        licenses: [{ license: { id: program.licence } }],
      };
    },
  );
  return {
    ...own,
    properties: own.properties?.filter(({ name }) => name !== FOR_DEVELOPMENT) ?? [],
    ...(contained.length > 0 ? { components: contained } : {}),
  };
}

/** What is wrong with a bill of materials: each production package must be there once, with licence and hash. */
export function judgeBill(bill: Bill, lockfile: Packages): string[] {
  const complaints: string[] = [];
  const expected = new Map(
    packagesIn(lockfile)
      .filter(({ isProduction }) => isProduction)
      .map((each) => [refOf(each), each]),
  );
  const listed = Map.groupBy(bill.components, refOf);
  for (const [ref, each] of expected) {
    const [component, ...more] = listed.get(ref) ?? [];
    if (!component) complaints.push(`${ref} is missing`);
    else if (more.length > 0) complaints.push(`${ref} is there ${more.length + 1} times`);
    else complaints.push(...judgeComponent(component, each));
  }
  for (const [ref, [component]] of listed) {
    const isOwn = component?.properties?.some(({ name }) => name === 'cdx:npm:package:private');
    if (!expected.has(ref) && !isOwn) complaints.push(`${ref} is no production package of the lockfile`);
  }
  return complaints;
}

function judgeComponent(component: Component, { licence, integrity = '' }: Package): string[] {
  const ref = refOf(component);
  const complaints: string[] = [];
  const [licenseOf] = component.licenses ?? [];
  const said = licenseOf && ('license' in licenseOf ? licenseOf.license.id : licenseOf.expression);
  if (said === undefined || said !== licence)
    complaints.push(`${ref} has the licence ${said}, and ${licence} in the lockfile`);
  const hash = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  const isSame = component.hashes?.some(({ alg, content }) => alg === 'SHA-512' && content === hash);
  if (!isSame) complaints.push(`${ref} has no hash, or another one than in the lockfile`);
  // The address of a registry is not the same on all machines.
  if (component.externalReferences?.some(({ type }) => type === 'distribution'))
    complaints.push(`${ref} names the address of a registry`);
  return complaints;
}
