import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concat, utf8 } from '@vialproof/science/proof/bytes';
import { canonicalEntry } from '@vialproof/science/proof/log-entry';
import { growingTree, leafHashOf } from '@vialproof/science/proof/merkle';
import { writeTlogProof } from '@vialproof/science/proof/tlog-proof';
import { makeAuthority, makeSigningKey } from '../modules/certificates/adapters/pades/authority.ts';
import {
  LABORATORY,
  printed,
  signAnyhow,
  yearsBefore,
} from '../modules/certificates/adapters/pades/forgery.fixture.ts';
import { openLogSigner } from '../modules/transparency/adapters/log-signer.ts';
import { leafHash } from '../modules/transparency/transparency.rules.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Keys = { key: string; certificate: string };

/** A false public log with one entry, signed with its own key. Its creator can prove any entry with it. */
export async function forkedLog(origin = 'localhost') {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = await openLogSigner({ log: { origin, key }, dataDirectory: '' });
  return {
    verifierKey: signer.verifierKey,
    /** The files of a website with this log: the signed state, and one file with all entries. */
    async filesOf(entries: string[]): Promise<Record<string, string | Uint8Array>> {
      const tree = growingTree();
      for (const entry of entries) await tree.append(await leafHashOf(utf8(entry)));
      const bundle = entries.map((entry) => {
        const { length } = utf8(entry);
        return concat(new Uint8Array([length >> 8, length & 255]), utf8(entry));
      });
      return {
        '/checkpoint': signer.sign({ size: tree.size, root: await tree.root() }),
        [`/tile/entries/000.p/${entries.length}`]: concat(...bundle),
      };
    },
    proofOf(pdf: Uint8Array, issuedAt: Date): string {
      const at = issuedAt.toISOString();
      const entry = canonicalEntry({
        version: 1,
        type: 'issued',
        revision: 1,
        commitment: '0'.repeat(64),
        sha256: createHash('sha256').update(pdf).digest('hex'),
        issued_at: at,
        at,
      });
      const checkpoint = signer.sign({ size: 1, root: new Uint8Array(leafHash(utf8(entry))) });
      return writeTlogProof({ extra: utf8(JSON.stringify({ entry })), index: 0, hashes: [], checkpoint });
    },
  };
}

/** A forger of results: certificates in the laboratory's name, an own signing key, and an own log with one entry. */
export async function forger(name = LABORATORY) {
  const authority = await makeAuthority(name, yearsBefore(1));
  const signing = await makeSigningKey(authority, name, yearsBefore(1));
  const log = await forkedLog();
  return {
    /** The laboratory's public keys in the format of /api/log/keys. */
    keys: `${log.verifierKey}\n${signing.certificate}${authority.certificate}`,
    authority,
    log,
    /** A certificate that the laboratory never issued, with a false proof. */
    forge(signedAt: Date, issuedAt = signedAt, by: Keys = signing): { pdf: Bytes; proof: string } {
      const pdf = signAnyhow(printed(99.9), by.key, [by.certificate, authority.certificate], signedAt);
      return { pdf, proof: log.proofOf(pdf, issuedAt) };
    },
  };
}

/** A false result, signed with the signing key that was stolen from the laboratory. */
export function signedWith(dataDirectory: string, signedAt: Date): Bytes {
  const pem = readFileSync(join(dataDirectory, 'keys', 'signing.pem'), 'utf8');
  const [key = ''] = pem.match(/-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----/) ?? [];
  const chain = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  return signAnyhow(printed(99.9), key, chain, signedAt);
}
