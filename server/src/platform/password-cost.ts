/** What deriving a password's argon2id hash costs: KiB of memory, passes over it, lanes at once. */
export type PasswordCost = { memory: number; passes: number; parallelism: number };

/** OWASP's setting for argon2id: 19 MiB, two passes, one lane. Raised here, stored hashes follow at the next sign-in. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
