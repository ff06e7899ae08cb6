import type { RequestSku } from '@vialproof/contract/orders';
import type { Chromatogram } from '@vialproof/contract/results';
import type { Signature } from '@vialproof/contract/signatures';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { createSignedLinks } from '../../platform/signed-links.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { ChromatogramsContext } from '../chromatograms/chromatograms.service.ts';
import type { MethodsContext } from '../methods/methods.service.ts';
import type { OrdersContext, TestRequestRecord } from '../orders/orders.service.ts';
import type { TransparencyContext } from '../transparency/transparency.service.ts';
import type { FindSentTraces } from './contributors.queries.ts';
import type { RevisionRow } from './results.tables.ts';

/** The contexts of the modules that this module uses. */
export type ResultsDeps = {
  orders: OrdersContext;
  accounts: AccountsContext;
  methods: MethodsContext;
  chromatograms: ChromatogramsContext;
  transparency: TransparencyContext;
};

export type ResultsContext = ResultsDeps &
  AfterResults & {
    platform: Platform;
    links: ReturnType<typeof createSignedLinks>;
    /** Functions of modules above this one that find traces sent by programs, and who made their keys. */
    senders: FindSentTraces[];
    /** All published revisions of a request, oldest first. */
    listPublished: (requestId: string) => Promise<RevisionRow[]>;
  };

/** What runs in the same transaction after a change of results. */
export type AfterResults = {
  /** Returns the refusal `invalid_fields` if the draft contains text that no certificate can print. */
  refuseUnprintable: (draft: DraftContent) => Refusal | undefined;
  /** Refuses certificate_unprintable, unavailable and log_read_only. After a refusal the publication is rolled back. */
  afterPublication: (tx: Tx, publication: Publication) => Promise<undefined | Refusal>;
  /** May return the refusal `unavailable` or `log_read_only`. After a refusal the retraction is rolled back. */
  afterRetraction: (tx: Tx, requestId: string) => Promise<undefined | Refusal>;
  /** Runs after each change of the photos of a published result. */
  afterPhotoChange: (tx: Tx) => Promise<void>;
  /** Runs after each change that staff make to a request's results, published or not. */
  afterWork: (tx: Tx, requestId: string) => Promise<void>;
};

/** The parts of a draft that contain texts. A certificate prints all these texts. */
export type DraftContent = Pick<RevisionRow, 'title' | 'summary' | 'measurements' | 'record'>;

/** A publication, with all data of its certificate. */
export type Publication = {
  request: TestRequestRecord;
  sku: RequestSku;
  revision: RevisionRow & { publishedAt: Date };
  chromatogram: Chromatogram | null;
  authorisedBy: { name: string; role: string };
  /** In the order of signing. */
  signatures: Signature[];
  /** The earlier publications of the request, oldest first. Each was superseded or retracted, and has its reason and values. */
  earlier: {
    revision: number;
    publishedAt: Date;
    reason: string;
    state: 'superseded' | 'retracted';
    measurements: RevisionRow['measurements'];
  }[];
  /** The newest photo of the tested vial that may be shown. */
  photo: CertificatePhoto | null;
  /** Every photo of the tested vial as it is stored now, oldest first. */
  photos: { sha256: string; takenAt: Date }[];
};

/** A JPEG that is small enough for printing. `sha256` is the hash of the stored photo. */
export type CertificatePhoto = {
  jpeg: Uint8Array;
  width: number;
  height: number;
  takenAt: Date;
  sha256: string;
};
