import { inflate } from '@sparticuz/chromium';

// Unpacks the archives of Chromium. The package can unpack only into TMPDIR, the folder for temporary files, so this
// program runs as its own process with another TMPDIR.
for (const archive of process.argv.slice(2)) await inflate(archive);
