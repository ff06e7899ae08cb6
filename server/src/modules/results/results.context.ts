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

/** The modules below. */
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
    /** Know which traces came by themselves, and for whom. */
    senders: FindSentTraces[];
    /** What has ever been published of a request, oldest first. */
    listPublished: (requestId: string) => Promise<RevisionRow[]>;
  };

/** What follows in the same transaction. */
export type AfterResults = {
  /** Refuses invalid_fields for a draft whose words no certificate can print. */
  refuseUnprintable: (draft: DraftContent) => Refusal | undefined;
  /** Refuses certificate_unprintable, unavailable, log_read_only: nothing is published then. */
  afterPublication: (tx: Tx, publication: Publication) => Promise<undefined | Refusal>;
  /** Refuses unavailable, log_read_only: nothing is withdrawn then. */
  afterRetraction: (tx: Tx, requestId: string) => Promise<undefined | Refusal>;
  /** After each change of the photos that stand beside a published result. */
  afterPhotoChange: (tx: Tx) => Promise<void>;
  /** After whatever staff do with a request's results, published or not. */
  afterWork: (tx: Tx, requestId: string) => Promise<void>;
};

/** What a draft says in words, all of which a certificate prints. */
export type DraftContent = Pick<RevisionRow, 'title' | 'summary' | 'measurements' | 'record'>;

/** A publication, with all that a certificate says. */
export type Publication = {
  request: TestRequestRecord;
  sku: RequestSku;
  revision: RevisionRow & { publishedAt: Date };
  chromatogram: Chromatogram | null;
  authorisedBy: { name: string; role: string };
  /** In the order of signing. */
  signatures: Signature[];
  /** What was published before it, oldest first: each superseded or retracted, why, and what it reported. */
  earlier: {
    revision: number;
    publishedAt: Date;
    reason: string;
    state: 'superseded' | 'retracted';
    measurements: RevisionRow['measurements'];
  }[];
  /** The vial that was tested, by the newest photo that may be shown. */
  photo: CertificatePhoto | null;
  /** Every photo of that vial as it is kept now, oldest first. */
  photos: { sha256: string; takenAt: Date }[];
};

/** A photo small enough to be printed: JPEG. `sha256` is of the photo as it is kept. */
export type CertificatePhoto = {
  jpeg: Uint8Array;
  width: number;
  height: number;
  takenAt: Date;
  sha256: string;
};
