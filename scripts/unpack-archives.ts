import { inflate } from '@sparticuz/chromium';

// Unpacks the archives that the command line names into the folder for temporary files: the package knows no other
// place, and takes whatever lies there already for its own. It runs in a process of its own, with a TMPDIR of its own.
for (const archive of process.argv.slice(2)) await inflate(archive);
