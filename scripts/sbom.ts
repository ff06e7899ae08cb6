import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeBill, makeBill } from './bill-of-materials.ts';
import { readLockfile } from './packages.ts';
import { root } from './run.ts';

/* Writes the bill of materials of this release: `npm run sbom -- [FILE]`. */

const [file = join(root, 'sbom.cdx.json')] = process.argv.slice(2);
const lockfile = await readLockfile();
const bill = await makeBill(lockfile);
const complaints = judgeBill(bill, lockfile);
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else {
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${file}: ${bill.components.length} components`);
}
