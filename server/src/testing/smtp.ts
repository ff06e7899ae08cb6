import { onTestFinished } from 'vitest';
import { mailSink } from './mail-sink.ts';

/** A mail server on loopback for one test; initially down. */
export async function mailServer() {
  const server = await mailSink();
  onTestFinished(server.goAway);
  return server;
}
