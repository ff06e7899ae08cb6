import { countLicences, judgeLicences } from './licences.ts';
import { NO_LICENCE, readPackages } from './packages.ts';

/* Lists the licences of all packages, those of production and of development apart: `npm run licences`. */

const packages = await readPackages();
for (const isProduction of [true, false]) {
  const some = packages.filter((each) => each.isProduction === isProduction);
  console.log(`\n${isProduction ? 'Production' : 'Only development'}: ${countLicences(some)}`);
  for (const [licence, those] of Map.groupBy(some, (each) => each.licence ?? NO_LICENCE))
    console.log(`\n${licence}\n  ${those.map(({ name, version }) => `${name}@${version}`).join('\n  ')}`);
}
const complaints = judgeLicences(packages);
for (const complaint of complaints) console.error(`\n${complaint}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
