import { expect, it } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { scratchDirectory } from '../testing/scratch.ts';
import { wantsDemoYear } from './demo-wanted.ts';

it('every process waits until the demo year is complete before it takes jobs, so any process may create it', async () => {
  const directory = await scratchDirectory('config');
  const wants = (env: Record<string, string>) => wantsDemoYear(loadConfig({ DATA_DIR: directory, ...env }));
  for (const ROLE of ['all', 'web', 'worker']) expect(wants({ ROLE })).toBe(true);
  for (const env of [
    { SEED_DEMO: '0' },
    { STAFF_SECOND_FACTOR: '1' },
    { ADMIN_PASSKEY: '1' },
    { STRIPE_SECRET_KEY: 'sk_live_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' },
  ])
    expect(wants(env as Record<string, string>)).toBe(false);
});
