import { inflate } from '@sparticuz/chromium';

// Unpacks the archives in the command line into the folder for temporary files: the package knows no other place, and
// reuses files that are already there. Runs in its own process with its own TMPDIR.
for (const archive of process.argv.slice(2)) await inflate(archive);
