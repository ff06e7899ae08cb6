import { ensurePagesBuilt } from '../../platform/http/pages-build.ts';

/** Builds the pages where they are not those of these sources; a start does the same, but on a disk that it can write. */
await ensurePagesBuilt({ log: { info: (message) => process.stdout.write(`${message}\n`) } });
