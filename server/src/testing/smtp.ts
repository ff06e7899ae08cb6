import { onTestFinished } from 'vitest';
import { mailSink } from './mail-sink.ts';

/** A mail server for one test. It starts as down. */
export async function mailServer() {
  const server = await mailSink();
  onTestFinished(server.goAway);
  return server;
}
