/** Password of new users in tests, and of the demo's people. */
export const PASSWORD = 'Right-horse-7';
export const DEMO_PASSWORD = 'Demo-pass-1';
