import { ensurePagesBuilt } from '../../platform/http/pages-build.ts';

/** Builds the pages if they are outdated. A start would do this too, but needs a writable disk. */
await ensurePagesBuilt({ log: { info: (message) => process.stdout.write(`${message}\n`) } });
