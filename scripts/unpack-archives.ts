import { inflate } from '@sparticuz/chromium';

// Unpacks the archives named in the command line into the folder for temporary files: the package knows no other place,
// and uses files again that are already there. It runs in its own process, where TMPDIR names that folder.
for (const archive of process.argv.slice(2)) await inflate(archive);
