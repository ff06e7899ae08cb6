import { Socket } from 'node:net';
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from 'node:tls';
import pg from 'pg';

/** The values of libpq's target_session_attrs, each with the SQL that says whether a server fits. */
const FITS = {
  any: 'true',
  'read-write': "current_setting('transaction_read_only') = 'off'",
  'read-only': "current_setting('transaction_read_only') = 'on'",
  primary: 'NOT pg_is_in_recovery()',
  standby: 'pg_is_in_recovery()',
  'prefer-standby': 'pg_is_in_recovery()',
};
type Attribute = keyof typeof FITS;
/** What node-postgres needs besides limits. */
type Reach = {
  connectionString: string;
  ssl?: boolean | ConnectionOptions;
  stream?: () => Socket;
};
type Place = { host: string; port: number };
type Answer = { url: URL; place: Place; fits: boolean };

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;
/** PostgreSQL's codes for a wrong role, password or database. Every host would say the same. */
const WRONG_ACCOUNT = /^(28|3D)/;
/** What an address says about TLS. */
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert'];
const CONNECT_MS = 10_000;

/**
 * Reads the address of a database as libpq does: commas separate its hosts, and target_session_attrs says which of them
 * is wanted.
 * @throws Error if it is no such address.
 */
export function readAddress(address: string): { urls: [URL, ...URL[]]; attribute: Attribute } {
  const [, account = '', hosts = '', rest = ''] = ADDRESS.exec(address) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => new URL(account + host + rest));
  if (!first) throw new TypeError('Invalid URL');
  const { searchParams } = first;
  for (const name of ['host', 'port']) {
    if (searchParams.get(name)?.includes(','))
      throw new Error(`several hosts are named before the database, not by the parameter ${name}`);
  }
  const attribute = searchParams.get('target_session_attrs') ?? 'any';
  if (!isAttribute(attribute))
    throw new Error(`target_session_attrs is one of ${Object.keys(FITS).join(', ')}`);
  return { urls: [first, ...others], attribute };
}

const isAttribute = (text: string): text is Attribute => Object.hasOwn(FITS, text);

/** The address with one more parameter, which wins over one of the same name. */
export const withParameter = (address: string, name: string, value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

/**
 * How node-postgres reaches the database. It knows one host only: if the address names several, or asks for an
 * attribute, each new connection first looks for the host that fits.
 */
export function clientConfig(address: string, connectMs = CONNECT_MS): Reach {
  const { urls, attribute } = readAddress(address);
  const [first] = urls;
  if (urls.length === 1 && attribute === 'any') return { connectionString: address };
  const { ssl } = new pg.Client({ connectionString: first.href });
  const find = hostFinder(urls, attribute, connectMs / urls.length);
  const url = new URL(first);
  for (const name of TLS_PARAMETERS) url.searchParams.delete(name);
  return {
    connectionString: url.href,
    ssl: acceptingEach(
      ssl,
      urls.map(({ hostname }) => hostname.replace(/^\[(.+)\]$/, '$1')),
    ),
    stream: () => new HostSocket(find),
  };
}

/** Connects to the host that `find` gives, instead of the one that node-postgres asks for. */
class HostSocket extends Socket {
  readonly #find: () => Promise<Place>;

  constructor(find: () => Promise<Place>) {
    super();
    this.#find = find;
  }

  override connect(): this {
    this.#find().then(
      ({ host, port }) => {
        if (this.destroyed) return;
        if (host.startsWith('/')) super.connect(`${host}/.s.PGSQL.${port}`);
        else super.connect(port, host);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

/** Looks for a host that fits, the one found last first. Connections that open at the same time share the search. */
function hostFinder(urls: URL[], attribute: Attribute, hostMs: number): () => Promise<Place> {
  let last = 0;
  let searching: Promise<Place> | undefined;

  function found({ url, place }: Answer): Place {
    last = urls.indexOf(url);
    return place;
  }

  async function search(): Promise<Place> {
    const reasons: string[] = [];
    let other: Answer | undefined;
    for (const url of [...urls.slice(last), ...urls.slice(0, last)]) {
      try {
        const answer = await ask(url, FITS[attribute], hostMs);
        if (answer.fits) return found(answer);
        other ??= answer;
        reasons.push(`${url.host}: another kind of server`);
      } catch (error) {
        const { code = '', message = '' } = error as { code?: string; message?: string };
        if (WRONG_ACCOUNT.test(code)) throw error;
        reasons.push(`${url.host}: ${message || code}`);
      }
    }
    if (other && attribute === 'prefer-standby') return found(other);
    const words = `no host has target_session_attrs=${attribute} (${reasons.join('; ')})`;
    throw Object.assign(new Error(words), { code: '08001' });
  }

  return () => {
    searching ??= search().finally(() => {
      searching = undefined;
    });
    return searching;
  };
}

/** Asks a host whether it fits. Throws if it does not answer. */
async function ask(url: URL, condition: string, hostMs: number): Promise<Answer> {
  const limits = { connectionTimeoutMillis: hostMs, query_timeout: hostMs };
  const client = new pg.Client({ connectionString: url.href, ...limits });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ fits: boolean }>(`SELECT ${condition} AS fits`);
    return { url, place: { host: client.host, port: client.port }, fits: rows[0]?.fits === true };
  } finally {
    // Nobody waits for the end, because a silent host does not close the connection.
    client.end().catch(() => undefined);
  }
}

/** TLS that accepts the certificate of each of the hosts, because node-postgres would only accept the first one's. */
function acceptingEach(ssl: boolean | ConnectionOptions, hosts: string[]): boolean | ConnectionOptions {
  if (!ssl || (ssl !== true && ssl.checkServerIdentity)) return ssl;
  return Object.assign(ssl === true ? {} : ssl, {
    checkServerIdentity(_: string, certificate: PeerCertificate): Error | undefined {
      const faults = hosts.map((host) => checkServerIdentity(host, certificate));
      return faults.includes(undefined) ? undefined : faults[0];
    },
  });
}
