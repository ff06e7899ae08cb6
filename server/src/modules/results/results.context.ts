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

/** The lower modules. */
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
    /** Functions that find traces sent by programs, with the makers of their keys. */
    senders: FindSentTraces[];
    /** All published revisions of a request, oldest first. */
    listPublished: (requestId: string) => Promise<RevisionRow[]>;
  };

/** Followers in the same transaction. */
export type AfterResults = {
  /** Refuses invalid_fields for a draft with text that no certificate can print. */
  refuseUnprintable: (draft: DraftContent) => Refusal | undefined;
  /** Refuses certificate_unprintable, unavailable, log_read_only; then the publication is rolled back. */
  afterPublication: (tx: Tx, publication: Publication) => Promise<undefined | Refusal>;
  /** Refuses unavailable, log_read_only; then the retraction is rolled back. */
  afterRetraction: (tx: Tx, requestId: string) => Promise<undefined | Refusal>;
  /** After each change of photos beside a published result. */
  afterPhotoChange: (tx: Tx) => Promise<void>;
  /** After every work of staff on a request's results, published or not. */
  afterWork: (tx: Tx, requestId: string) => Promise<void>;
};

/** The texts of a draft; a certificate prints all of them. */
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
  /** Earlier publications, oldest first: superseded or retracted, with reason and values. */
  earlier: {
    revision: number;
    publishedAt: Date;
    reason: string;
    state: 'superseded' | 'retracted';
    measurements: RevisionRow['measurements'];
  }[];
  /** The tested vial, in the newest photo that may be shown. */
  photo: CertificatePhoto | null;
  /** Every photo of that vial as stored now, oldest first. */
  photos: { sha256: string; takenAt: Date }[];
};

/** A photo small enough for printing: JPEG. `sha256` belongs to the stored photo. */
export type CertificatePhoto = {
  jpeg: Uint8Array;
  width: number;
  height: number;
  takenAt: Date;
  sha256: string;
};
