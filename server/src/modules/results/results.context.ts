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

/** Functions of other modules that find chromatograms from programs. */
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
    /** The published revisions of a request, oldest first. */
    senders: FindSentTraces[];
    /** All published revisions of a request, oldest first. Prepared once. */
    listPublished: (requestId: string) => Promise<RevisionRow[]>;
  };

/** What other modules do in the transaction of a change. */
export type AfterResults = {
  /** Refuses a text that no certificate can print: `invalid_fields`. */
  refuseUnprintable: (draft: DraftContent) => Refusal | undefined;
  /**
   * Runs when a result is published. A refusal undoes the publication: `certificate_unprintable`, `unavailable`,
   * `log_read_only`.
   */
  afterPublication: (tx: Tx, publication: Publication) => Promise<undefined | Refusal>;
  /** Runs when a result is withdrawn. A refusal undoes the withdrawal: `unavailable`, `log_read_only`. */
  afterRetraction: (tx: Tx, requestId: string) => Promise<undefined | Refusal>;
  /** Runs after a change of a published result's photos. */
  afterPhotoChange: (tx: Tx) => Promise<void>;
  /** Runs after every change that staff make. */
  afterWork: (tx: Tx, requestId: string) => Promise<void>;
};

/** The texts of a draft, which a certificate prints. */
export type DraftContent = Pick<RevisionRow, 'title' | 'summary' | 'measurements' | 'record'>;

/** A publication with all data for its certificate. */
export type Publication = {
  request: TestRequestRecord;
  sku: RequestSku;
  revision: RevisionRow & { publishedAt: Date };
  chromatogram: Chromatogram | null;
  authorisedBy: { name: string; role: string };
  /** In the order of signing. */
  signatures: Signature[];
  /** The earlier publications of the request, oldest first, with their reasons and values. */
  earlier: {
    revision: number;
    publishedAt: Date;
    reason: string;
    state: 'superseded' | 'retracted';
    measurements: RevisionRow['measurements'];
  }[];
  /** The newest photo of the tested vial that may be shown. */
  photo: CertificatePhoto | null;
  /** Every photo of the tested vial, oldest first. */
  photos: { sha256: string; takenAt: Date }[];
};

/** A small JPEG for printing. `sha256` is that of the stored photo. */
export type CertificatePhoto = {
  jpeg: Uint8Array;
  width: number;
  height: number;
  takenAt: Date;
  sha256: string;
};
