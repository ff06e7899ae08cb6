import { inflate } from '@sparticuz/chromium';

// Unpacks these archives into the folder for temporary files, TMPDIR, because the package can only use that folder. So
// it runs in its own process with another TMPDIR.
for (const archive of process.argv.slice(2)) await inflate(archive);
