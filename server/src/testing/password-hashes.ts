import { createHook } from 'node:async_hooks';

/** Counts the password hashes that are computed while `work` runs. Node.js reports each as a resource. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'ARGON2REQUEST') hashes += 1;
    },
  });
  hook.enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return hashes;
}
