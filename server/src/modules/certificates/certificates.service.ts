import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { CertificateRecord, IssuedCertificate } from '@vialproof/contract/certificates';
import type { RequestStatus } from '@vialproof/contract/orders';
import type { LogEvent } from '@vialproof/contract/proof/log-entry';
import { mayReadResult, type Viewer } from '../../platform/access.ts';
import { recordView } from '../../platform/audit.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { StoredFile } from '../../platform/http-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, Problem, type Refusal, refuse } from '../../platform/refusal.ts';
import { StartupProblem } from '../../platform/startup-problem.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Publication, Results } from '../results/results.service.ts';
import type { Transparency } from '../transparency/transparency.service.ts';
import { certificateLog } from './certificates.log.ts';
import {
  type CertificateState,
  certificateData,
  certificateNumber,
  complaintOf,
  presentIssued,
  presentKeys,
  presentRecord,
  presentState,
  unprintableOf,
  validityWords,
} from './certificates.presenter.ts';
import { certificatesStore } from './certificates.store.ts';
import type { CertificateRow } from './certificates.tables.ts';
import type { CertificateRenderer } from './render/renderer.ts';
import { openSigner, type Signer } from './signing/signer.ts';

export type { CertificateState };
export type Certificates = ReturnType<typeof createCertificates>;

type Needs = { orders: Orders; results: Results; transparency: Transparency; renderer: CertificateRenderer };
export type CertificateFile = StoredFile & { taskNumber: number; revision: number };

const CHECKS = { points: 60, seconds: 60 };
/** Sixty days. */
const WARNING_SECONDS = 60 * 86_400;
const SHA256 = /^[0-9a-f]{64}$/;

/** Certificates of Analysis: made once, with the publication; signed, logged, stored, and served byte for byte ever after. */
export function createCertificates(platform: Platform, { orders, results, transparency, renderer }: Needs) {
  const { db, files, config, log, clock, limits } = platform;
  const store = certificatesStore(db.orm);
  const publicLog = certificateLog(platform, { store, transparency });
  let opening: Promise<Signer> | undefined;
  const signerOf = () => {
    opening ??= openSigner(config, clock);
    return opening;
  };

  async function print(publication: Publication, signer: Signer): Promise<Uint8Array> {
    const errors = unprintableOf(publication);
    const [first] = errors;
    if (first) throw new Problem(refuse('certificate_unprintable', complaintOf(first), { errors }));
    const { request, revision } = publication;
    const number = certificateNumber(request.taskNumber, revision.revision);
    try {
      const pdf = await renderer.render(
        certificateData(publication, config, {
          publicUrl: platform.publicUrl(),
          signedBy: signer.fingerprint,
          logOrigin: config.log.origin,
        }),
      );
      return signer.sign(pdf, {
        reason: `Certificate of Analysis ${number}`,
        signedAt: revision.publishedAt,
      });
    } catch (error) {
      log.error({ err: error, requestId: request.id }, 'a certificate could not be made');
      throw new Problem(refuse('certificate_unprintable'));
    }
  }

  async function issue(tx: Tx, publication: Publication): Promise<void> {
    const { request, revision, changes } = publication;
    const signer = await signerOf();
    if (!signer.isValidAt(revision.publishedAt)) {
      log.error({ validUntil: signer.validUntil }, 'the signing certificate is not valid now');
      throw new Problem(
        refuse(
          'unavailable',
          `The laboratory’s signing certificate ${validityWords(signer, revision.publishedAt)}. Please tell an admin.`,
        ),
      );
    }
    const bytes = await print(publication, signer);
    const id = randomUUID();
    const fileKey = `certificates/${id}`;
    await changes.put(fileKey, bytes, 'application/pdf');
    await store.addSigner(tx, signerRow(signer));
    await store.insert(tx, {
      id,
      requestId: request.id,
      revisionId: revision.id,
      revision: revision.revision,
      fileKey,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      sizeBytes: bytes.length,
      issuedAt: revision.publishedAt,
      signedBy: signer.fingerprint,
      logSalt: randomBytes(32).toString('hex'),
    });
  }
  results.published.subscribe(issue);
  results.changed.subscribe(async (tx, news) => void (await publicLog.follow(tx, news)));

  const signerRow = ({ fingerprint, pem, authorities, validFrom, validUntil }: Signer) => ({
    fingerprint,
    pem,
    authorities,
    validFrom,
    validUntil,
    firstUsedAt: clock.now(),
  });

  async function statesOf(requestId: string): Promise<(CertificateState & { row: CertificateRow })[]> {
    const rows = await store.ofRequest(requestId);
    if (rows.length === 0) return [];
    const history = await results.historyOf(requestId);
    return rows.map((row) => {
      const note = history.find(({ revision }) => revision === row.revision);
      if (!note) throw new Error(`certificate ${row.id} has no published revision`);
      return { row, ...presentState(row, note) };
    });
  }

  /** When it ended is what the log says; when it was issued stands in the certificate's own row. */
  async function withTime({ event, index }: { event: LogEvent; index: number }) {
    const at = event === 'issued' ? null : (await transparency.selectEntry(index)).entry.at;
    return { event, index, at };
  }

  /** The certificate that may be had: the latest, or a superseded one by its revision. */
  async function findReadable(viewer: Viewer | null, requestId: string, revision: number | undefined) {
    const request = await orders.find(requestId);
    if (!request) return refuse('not_found');
    // Before it is paid, and once it is cancelled, nobody else knows of a request.
    const isListed = request.paidAt !== null && request.status !== 'cancelled';
    const isPublic = isListed && request.visibility === 'public';
    const isOwn = viewer !== null && (await orders.isReader(viewer.id, request));
    const hidden = mayReadResult(viewer, { isOwn, isPublic });
    if (hidden) return hidden;
    const states = await statesOf(request.id);
    const asked = revision === undefined ? states[0] : states.find((each) => each.revision === revision);
    if (revision !== undefined && states.length > 0 && !asked) return refuse('not_found');
    if (request.status !== 'complete' || !asked || asked.state === 'retracted') {
      const withdrawn = asked ? 'The result was withdrawn, and its certificate with it.' : undefined;
      return refuse('certificate_not_ready', withdrawn);
    }
    return { row: asked.row, taskNumber: request.taskNumber, isPublic, isOwn };
  }

  return {
    /**
     * The current certificate of a request, or one of its superseded ones. Refuses not_found to those who may not know
     * of it, and certificate_not_ready before publication and after a retraction.
     */
    async read(
      viewer: Viewer | null,
      requestId: string,
      revision?: number,
    ): Promise<CertificateFile | Refusal> {
      const found = await findReadable(viewer, requestId, revision);
      if (isRefusal(found)) return found;
      const { row, taskNumber, isPublic, isOwn } = found;
      // What staff see of a customer is written down like what they change.
      if (viewer && !isPublic && !isOwn) {
        await recordView(db.orm, {
          at: clock.now(),
          actorId: viewer.id,
          action: 'request.certificate_viewed',
          subject: { kind: 'request', id: row.requestId },
          detail: { certificate: row.id, revision: row.revision },
        });
      }
      const bytes = await files.get(row.fileKey);
      const { sha256 } = row;
      return { taskNumber, revision: row.revision, sha256, contentType: 'application/pdf', isPublic, bytes };
    },

    /** That the certificate stands in the public log, with what shows whose it is; for those who may read it. */
    async proof(
      viewer: Viewer | null,
      requestId: string,
      revision?: number,
    ): Promise<{ text: string; taskNumber: number; revision: number } | Refusal> {
      const found = await findReadable(viewer, requestId, revision);
      if (isRefusal(found)) return found;
      const { row, taskNumber } = found;
      const issued = (await store.loggedOf(row.id)).find(({ event }) => event === 'issued');
      if (!issued) return refuse('certificate_not_ready');
      const { body } = await transparency.selectEntry(issued.index);
      const opening = { task_number: taskNumber, salt: row.logSalt };
      const text = await transparency.proofOf(issued.index, { entry: body, opening });
      return { text, taskNumber, revision: row.revision };
    },

    /** What is known of a file by its SHA-256; refuses not_found, and rate_limited past sixty questions a minute. */
    async record(sha256: string, address: string): Promise<CertificateRecord | Refusal> {
      const tooMany = await limits.take('certificate-record', address, CHECKS);
      if (tooMany) return tooMany;
      const row = SHA256.test(sha256) ? await store.findBySha256(sha256) : undefined;
      if (!row) return refuse('not_found', 'No certificate with this SHA-256 was issued here.');
      const [request, states, logged] = await Promise.all([
        orders.select(row.requestId),
        statesOf(row.requestId),
        store.loggedOf(row.id),
      ]);
      const state = states.find(({ revision }) => revision === row.revision);
      if (!state) throw new Error(`certificate ${row.id} has no state`);
      const issued = logged.find(({ event }) => event === 'issued');
      const proof = issued
        ? await transparency.proofOf(issued.index, {
            entry: (await transparency.selectEntry(issued.index)).body,
          })
        : null;
      return presentRecord(row, { state, logged, proof, request });
    },

    /** What verification says of a request's certificates, newest first. */
    async certificateStatesOf(requestId: string): Promise<CertificateState[]> {
      return (await statesOf(requestId)).map(({ row: _, ...state }) => state);
    },

    /** Every certificate of a request, newest first, for those who may read its result. */
    async issuedFor({ id, status }: { id: string; status: RequestStatus }): Promise<IssuedCertificate[]> {
      const states = await statesOf(id);
      if (states.length === 0) return [];
      const isComplete = status === 'complete';
      const logged = await store.loggedOfRequest(id);
      return Promise.all(
        states.map(async (state) => {
          const own = logged.filter(({ certificateId }) => certificateId === state.row.id);
          return presentIssued(state, { isComplete, logged: await Promise.all(own.map(withTime)) });
        }),
      );
    },

    /** What others need to check certificates without us: keys of the log, every signing certificate, the roots. */
    async keys(): Promise<string> {
      const signer = await signerOf();
      const known = await store.signers();
      const isNew = known.every(({ fingerprint }) => fingerprint !== signer.fingerprint);
      const signers = isNew ? [...known, signerRow(signer)] : known;
      return presentKeys(await transparency.verifierKeys(), signers, config.lab.name);
    },

    /**
     * Before anything is served: keys that fit, and a log that tells of every certificate.
     * @throws StartupProblem when certificates could not be signed.
     */
    async prepare(): Promise<void> {
      const signer = await signerOf();
      if (!signer.isValidAt(clock.now())) {
        throw new StartupProblem(
          `The signing certificate ${validityWords(signer, clock.now())}: it is valid from ${signer.validFrom.toISOString()} until ${signer.validUntil.toISOString()}. docs/operations.md says how to change it.`,
        );
      }
      if (signer.validUntil < secondsAfter(clock.now(), WARNING_SECONDS)) {
        log.warn(
          { validUntil: signer.validUntil },
          'the signing certificate expires soon: see docs/operations.md',
        );
      }
      if (signer.missingUsages.length > 0) {
        log.warn(
          { missing: signer.missingUsages },
          'the signing certificate lacks usages without which some programs do not trust it: make a new one with `npm run keys -- NEW_DIRECTORY "LABORATORY NAME" authority.pem` (docs/operations.md)',
        );
      }
      await store.addSigner(db.orm, signerRow(signer));
      const appended = await publicLog.catchUp();
      if (appended > 0) log.info({ appended }, 'the public log caught up with the certificates');
      await transparency.checkpoint();
    },

    /** From when on certificates can be signed with the key at hand. */
    signsSince: async (): Promise<Date> => (await signerOf()).validFrom,
  };
}
