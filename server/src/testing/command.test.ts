import { expect, it } from 'vitest';
import { commandIn } from './command.ts';

it('a command that is killed has not ended well', async () => {
  const killed = "--import=data:text/javascript,process.kill(process.pid,'SIGKILL')";
  const { status } = await commandIn({ NODE_OPTIONS: killed }, 'admin', 'doctor');
  expect(status).not.toBe(0);
});
