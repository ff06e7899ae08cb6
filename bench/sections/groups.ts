import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Databases, withApp } from '../databases.ts';
import { type Load, median } from '../measure.ts';
import { stopProgram } from '../processes.ts';
import { type Finding, perSecond, ratio } from '../report.ts';
import { startServer } from '../servers.ts';

const TESTS = 1_000;
const SEATS = 15;
const PEOPLE = 40;
const ACTIONS = 1_000;
const ROUNDS = 5;
const BARE_SHARE = 0.5;
const PASSWORD = 'Zebra.Lathe.4';
const KNOWN = new Set(['group_full', 'group_locked', 'already_joined', 'not_a_member', 'no_gap']);

type Person = { id: string; token: string };
type Outcome = { seconds: number; strange: number; joined: number };

export const title = `${ACTIONS.toLocaleString('en')} joins, leaves and agrees at once on ${SEATS} seats, through two processes`;

const action = (turn: number) => (['join', 'leave', 'join', 'agree'] as const)[turn % 4] ?? 'join';

async function post<T>(port: number, path: string, token: string, json: object): Promise<[number, T]> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(json),
  });
  return [answer.status, (await answer.json()) as T];
}

async function crowd(ports: number[], people: Person[], pool: pg.Pool): Promise<Outcome> {
  const [first = 0] = ports;
  const [, made] = await post<{ test: { id: string } }>(first, '/api/group-tests', people[0]?.token ?? '', {
    title: 'Crowd',
    test_type: 'bpc-157',
    deadline_at: new Date(Date.now() + 86_400_000).toISOString(),
    min_participants: SEATS,
    est_test_cost_cents: 18_000,
  });
  const { id } = made.test;
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: ACTIONS }, (_, turn) =>
      post<{ code?: string }>(
        ports[turn % ports.length] ?? first,
        `/api/group-tests/${id}/join`,
        people[turn % people.length]?.token ?? '',
        { action: action(Math.floor(turn / people.length)) },
      ),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM group_member WHERE group_id = $1 AND state = 'joined'",
    [id],
  );
  const strange = answers.filter(
    ([status, { code }]) => status !== 200 && !(status === 409 && KNOWN.has(code ?? '')),
  );
  return { seconds, strange: strange.length, joined: rows[0]?.n ?? 0 };
}

/** The same: the group's row locked, the member read, and written with its count and history while seats are free. */
async function bare(pools: pg.Pool[], people: Person[]): Promise<number> {
  const [first] = pools;
  if (!first) throw new Error('there is no pool');
  const id = randomUUID();
  await first.query('INSERT INTO bare_group (id) VALUES ($1)', [id]);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: ACTIONS }, async (_, turn) => {
      const client = await (pools[turn % pools.length] ?? first).connect();
      const person = people[turn % people.length]?.id;
      const step = action(Math.floor(turn / people.length));
      try {
        await client.query('BEGIN');
        const { rows } = await client.query<{ n: number }>(
          'SELECT n FROM bare_group WHERE id = $1 FOR UPDATE',
          [id],
        );
        const n = rows[0]?.n ?? 0;
        const { rows: known } = await client.query<{ state: string }>(
          'SELECT state FROM bare_member WHERE group_id = $1 AND user_id = $2',
          [id, person],
        );
        const isIn = known[0]?.state === 'joined';
        if (n < SEATS && isIn !== (step === 'join')) {
          const change = step === 'join' ? 1 : step === 'leave' ? -1 : 0;
          await client.query(
            `INSERT INTO bare_member (group_id, user_id, state) VALUES ($1, $2, $3)
             ON CONFLICT (group_id, user_id) DO UPDATE SET state = excluded.state`,
            [id, person, step === 'leave' ? 'left' : 'joined'],
          );
          await client.query('UPDATE bare_group SET n = n + $2 WHERE id = $1', [id, change]);
          await client.query('INSERT INTO bare_event (group_id, kind) VALUES ($1, $2)', [id, step]);
        }
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    }),
  );
  return (performance.now() - started) / 1000;
}

/** A crowd on one group: nobody too many, no answer lost, and the pace beside the bare transaction. */
export async function run(databases: Databases, _load: Load): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  await withApp(database, async ({ accounts }) => {
    for (let place = 0; place < PEOPLE; place += 1) {
      const email = `crowd-${place}@mail.test`;
      await accounts.createVerified({ email, password: PASSWORD, firstName: 'C', lastName: 'D' });
    }
  });
  const servers = [await startServer(database), await startServer(database)];
  const ports = servers.map(({ port }) => port);
  const people: Person[] = [];
  for (let place = 0; place < PEOPLE; place += 1) {
    const email = `crowd-${place}@mail.test`;
    const [, body] = await post<{ session: { access_token: string }; user: { id: string } }>(
      ports[0] ?? 0,
      '/api/auth/login',
      '',
      { email, password: PASSWORD },
    );
    people.push({ id: body.user.id, token: body.session.access_token });
  }
  const pools = servers.map(() => new pg.Pool({ connectionString: database.url, max: 10 }));
  const [pool] = pools;
  if (!pool) throw new Error('there is no pool');
  await pool.query(`CREATE TABLE bare_group (id uuid PRIMARY KEY, n integer NOT NULL DEFAULT 0);
    CREATE TABLE bare_member (group_id uuid, user_id uuid, state text, PRIMARY KEY (group_id, user_id));
    CREATE TABLE bare_event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, group_id uuid, kind text)`);
  const crowds: Outcome[] = [];
  const bares: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    crowds.push(await crowd(ports, people, pool));
    bares.push(await bare(pools, people));
  }
  await Promise.all([...servers.map(stopProgram), ...pools.map((each) => each.end())]);
  const pace = ACTIONS / median(crowds.map(({ seconds }) => seconds));
  const barePace = ACTIONS / median(bares);
  const most = Math.max(...crowds.map(({ joined }) => joined));
  const strange = crowds.reduce((sum, each) => sum + each.strange, 0);
  return [
    { what: 'members at the end', measured: `${most} at most`, target: `≤ ${SEATS}`, met: most <= SEATS },
    {
      what: 'answers lost or without a known code',
      measured: `${strange} of ${ACTIONS * ROUNDS}`,
      target: '0',
      met: strange === 0,
    },
    {
      what: 'answers a second, of bare pg',
      measured: `${perSecond(pace)} of ${perSecond(barePace)} = ${ratio(pace / barePace)}`,
      target: `≥ ${BARE_SHARE}`,
      met: pace / barePace >= BARE_SHARE,
    },
  ];
}
