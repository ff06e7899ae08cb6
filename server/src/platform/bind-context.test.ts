import { expect, test } from 'vitest';
import { bindContext } from './bind-context.ts';

type Context = { greeting: string };
const greet = (ctx: Context, name: string, mark = '!') => `${ctx.greeting} ${name}${mark}`;
const fail = async (ctx: Context): Promise<never> => {
  throw new Error(ctx.greeting);
};

test('each use case gets the context of its module first, then what the caller gives', async () => {
  const service = bindContext({ greeting: 'Hello' }, { greet, fail });
  expect(service.greet('Ada')).toBe('Hello Ada!');
  expect(service.greet('Ada', '?')).toBe('Hello Ada?');
  await expect(service.fail()).rejects.toThrow('Hello');
});
