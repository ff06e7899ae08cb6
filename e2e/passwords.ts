/** The password of all new users in tests, and of the people of the demo. */
export const PASSWORD = 'Right-horse-7';
export const DEMO_PASSWORD = 'Demo-pass-1';
