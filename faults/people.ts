import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { mailSink } from '../server/src/testing/mail-sink.ts';
import { Caller, type Surprises } from './caller.ts';
import type { Customer } from './load.ts';

/** How long a mail may wait while the mail server is down, in milliseconds. */
const CODE_MS = 180_000;
const LOOK_MS = 100;
const PASSWORD = 'Right-horse-7';

type Options = {
  address: () => string;
  surprises: Surprises;
  mail: Awaited<ReturnType<typeof mailSink>>;
};

/** The people who have registered in a run. */
export class People {
  readonly customers: Customer[] = [];
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Registers a new person, who verifies the e-mail address and signs in. */
  async register(password = PASSWORD): Promise<Customer> {
    const { address, surprises, mail } = this.#options;
    const email = `faults-${randomUUID()}@example.test`;
    const person = { firstName: 'Fault', lastName: 'Person', email, password };
    const caller = new Caller(address, surprises, { email, password });
    await caller.call('POST', '/api/auth/register', { json: person });
    let code: string | undefined;
    const until = performance.now() + CODE_MS;
    while (!code) {
      // A jump of the clock may have ended the code. Then another person registers.
      if (performance.now() > until) return this.register(password);
      await pause(LOOK_MS);
      const letter = mail.delivered.find(({ to }) => to === email);
      code = letter && /\b\d{6}\b/.exec(letter.text.slice(letter.text.indexOf('\r\n\r\n')))?.[0];
    }
    await caller.call('POST', '/api/auth/verify-email', { json: { email, code } });
    await caller.signIn();
    const customer = { email, caller };
    this.customers.push(customer);
    return customer;
  }

  /** What the server told them, with the mails that were delivered. */
  told(): { emails: string[]; mails: string[] } {
    return {
      emails: this.customers.map(({ email }) => email),
      mails: this.#options.mail.delivered.map(({ messageId }) => /<([^@]+)@/.exec(messageId)?.[1] ?? ''),
    };
  }
}
