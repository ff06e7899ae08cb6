/** Of people whom a test makes, and of the demo people. */
export const PASSWORD = 'Right-horse-7';
export const DEMO_PASSWORD = 'Demo-pass-1';
