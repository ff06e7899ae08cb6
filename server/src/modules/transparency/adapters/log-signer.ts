import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { join } from 'node:path';
import { toBase64, utf8 } from '@vialproof/science/proof/bytes';
import { type NoteKey, noteKeyId, writeNoteKey } from '@vialproof/science/proof/signed-note';
import { type Checkpoint, writeCheckpoint } from '@vialproof/science/proof/tlog-proof';
import type { Config } from '../../../platform/config/config.ts';
import { readOrCreateFile } from '../../../platform/files/generated-file.ts';
import { StartupProblem } from '../../../platform/startup-problem.ts';

export type LogSigner = {
  origin: string;
  key: NoteKey;
  /** The public key in the form 'name+id+key'. */
  verifierKey: string;
  /** Signs a state (head) of the log. The format is C2SP tlog-checkpoint. */
  sign(head: Omit<Checkpoint, 'origin'>): string;
};

const RAW_KEY_BYTES = 32;

function makeKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/**
 * The signing key of the public log: the configured one, or one that the first start made in DATA_DIR/keys.
 * @throws StartupProblem for another kind of key.
 */
export async function openLogSigner(config: {
  log: Pick<Config['log'], 'origin' | 'key'>;
  dataDirectory: string;
}): Promise<LogSigner> {
  const { origin } = config.log;
  const pem =
    config.log.key ?? (await readOrCreateFile(join(config.dataDirectory, 'keys', 'log.key.pem'), makeKey));
  const privateKey = readKey(pem);
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const publicKey = new Uint8Array(spki.subarray(-RAW_KEY_BYTES));
  const key = { name: origin, id: await noteKeyId(origin, publicKey), publicKey };
  return {
    origin,
    key,
    verifierKey: writeNoteKey(key),
    sign(head) {
      const text = writeCheckpoint({ origin, ...head });
      const signature = sign(null, utf8(text), privateKey);
      return `${text}\n\u2014 ${origin} ${toBase64(new Uint8Array([...key.id, ...signature]))}\n`;
    },
  };
}

function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The next lines report this without showing the text.
  }
  throw new StartupProblem('LOG_KEY: expected an Ed25519 private key as PEM (PKCS #8).');
}
