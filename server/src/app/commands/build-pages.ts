import { ensurePagesBuilt } from '../../platform/http/pages-build.ts';

/** Builds the pages if they are out of date. A start would do so too, but would need a disk that it can write. */
await ensurePagesBuilt({ log: { info: (message) => process.stdout.write(`${message}\n`) } });
