import { TimedClient } from './timed-client.ts';

/** Sends every statement without its name: behind a pooler, the next connection does not know the name. */
export class UnnamedClient extends TimedClient {
  override query(...given: never[]): never {
    const [asked, ...more] = given as unknown[];
    const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked);
    const unnamed = isNamed ? { ...asked, name: undefined } : asked;
    return super.query(...([unnamed, ...more] as never[]));
  }
}
