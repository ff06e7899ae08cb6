/** Cost of an argon2id password hash: KiB of memory, passes over it, parallel lanes. */
export type PasswordCost = { memory: number; passes: number; parallelism: number };

/** OWASP's setting for argon2id: 19 MiB, two passes, one lane. Sign-ins update stored hashes after an increase. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
