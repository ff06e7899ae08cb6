import { ensurePagesBuilt } from '../../platform/http/pages-build.ts';

/** Builds the pages if outdated; a start does the same, but needs a writable disk. */
await ensurePagesBuilt({ log: { info: (message) => process.stdout.write(`${message}\n`) } });
