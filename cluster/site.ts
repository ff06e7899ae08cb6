import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { movableClock, moveClock } from '../faults/trouble.ts';
import { commandIn } from '../server/src/testing/command.ts';
import type { Place } from './place.ts';
import { Program, until } from './program.ts';

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const PROCESSES = ['web1', 'web2', 'worker'] as const;
/** The header Date has whole seconds, and the process looks at the file once a second. */
const CLOCK_EXACT_MS = 5_000;
type ProcessName = (typeof PROCESSES)[number];
type Settings = Record<string, string>;

/** Two web processes and one worker, each with a folder of its own, as on three machines. */
export class Site {
  /** The address of the pages, behind HAProxy. */
  readonly address: string;
  readonly #place: Place;
  readonly #settings: Settings;
  readonly #programs: Record<ProcessName, Program>;

  private constructor(place: Place, settings: Settings, programs: Record<ProcessName, Program>) {
    this.address = settings.PUBLIC_URL ?? '';
    this.#place = place;
    this.#settings = settings;
    this.#programs = programs;
  }

  /** `settings` name the database, the bucket and the mail server. */
  static async prepare(place: Place, settings: Settings): Promise<Site> {
    const all: Settings = {
      PUBLIC_URL: `http://127.0.0.1:${place.ports.pages}`,
      TRUST_PROXY: '1',
      SEED_DEMO: '0',
      LOG_LEVEL: 'warn',
      JWT_SECRET: randomBytes(32).toString('hex'),
      CODE_SECRET: randomBytes(32).toString('hex'),
      NODE_OPTIONS: '--max-old-space-size=512',
      ...(await makeKeys(place)),
      ...settings,
    };
    const [web1, web2, worker] = [
      serverProcess(place, 'web1', { ...all, ROLE: 'web' }),
      // The clock of this one goes wrong.
      serverProcess(place, 'web2', { ...all, ROLE: 'web', ...(await movableClock(place.directory)) }),
      serverProcess(place, 'worker', { ...all, ROLE: 'worker' }),
    ];
    return new Site(place, all, { web1, web2, worker });
  }

  /** Migrates as the owner of the tables, and starts all three at once. */
  async start(ownerUrl: string): Promise<void> {
    const settings = { ...this.#settings, DATABASE_URL: ownerUrl, DIRECT_DATABASE_URL: '' };
    const migrated = await commandIn(settings, 'admin', 'migrate');
    if (migrated.status !== 0) throw new Error(migrated.said);
    for (const program of this.programs) program.start();
    for (const name of PROCESSES) await this.untilReady(name);
  }

  get programs(): Program[] {
    return Object.values(this.#programs);
  }

  kill = (name: ProcessName): Promise<void> => this.#programs[name].kill();

  restart(name: ProcessName): Promise<void> {
    this.#programs[name].start();
    return this.untilReady(name);
  }

  untilReady(name: ProcessName): Promise<void> {
    const url = `http://127.0.0.1:${this.#place.ports[name]}/readyz`;
    return until(`${name} is ready`, async () => (await fetch(url)).ok);
  }

  /** Sets how many seconds the clock of the second web process is ahead. Returns once its answers carry that time. */
  async moveClock(seconds: number): Promise<void> {
    await moveClock(this.#place.directory, seconds);
    const url = `http://127.0.0.1:${this.#place.ports.web2}/healthz`;
    await until(`the clock of web2 is ${seconds} s ahead`, async () => {
      const said = Date.parse((await fetch(url)).headers.get('date') ?? '');
      return Math.abs(said - Date.now() - 1000 * seconds) < CLOCK_EXACT_MS;
    });
  }

  /** Runs a command with the settings of the first web process. */
  command = (name: string, ...words: string[]) =>
    commandIn({ ...this.#settings, DATA_DIR: dataOf(this.#place, 'web1') }, name, ...words);

  async end(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.end()));
  }
}

const dataOf = ({ directory }: Place, name: ProcessName) => join(directory, `data-${name}`);

function serverProcess(place: Place, name: ProcessName, settings: Settings): Program {
  const env = { ...settings, DATA_DIR: dataOf(place, name), PORT: String(place.ports[name]) };
  return new Program(name, [process.execPath, MAIN], { log: place.log(name), env });
}

async function makeKeys({ directory }: Place): Promise<Settings> {
  const keys = join(directory, 'keys');
  const made = await commandIn({}, 'make-keys', keys, 'Laboratory');
  if (made.status !== 0) throw new Error(made.said);
  return {
    SIGNING_KEY: join(keys, 'signing.key.pem'),
    SIGNING_CERTIFICATES: join(keys, 'signing.certificates.pem'),
    LOG_KEY: join(keys, 'log.key.pem'),
  };
}
