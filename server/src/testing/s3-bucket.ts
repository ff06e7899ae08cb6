import { onTestFinished } from 'vitest';
import { startS3Server } from './s3-server.ts';

/** An S3 store that stops when the test is over. */
export async function s3Bucket() {
  const bucket = await startS3Server();
  onTestFinished(bucket.stop);
  return bucket;
}
