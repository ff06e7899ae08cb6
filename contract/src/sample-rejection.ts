export const SAMPLE_REJECTIONS = ['broken', 'unlabelled', 'insufficient', 'other'] as const;
export type SampleRejection = (typeof SAMPLE_REJECTIONS)[number];

type Words = {
  /** The reason in two words, for a button or a label. */
  label: string;
  wrong: string;
  send: string;
};

/** The words for the customer, in the mail and on the dashboard. */
export const REJECTION_WORDS: Record<SampleRejection, Words> = {
  broken: {
    label: 'Broken',
    wrong: 'The vial arrived broken or leaking, so what was left of it could not be tested.',
    send: 'Send another sealed vial. Wrap it in soft padding and put it into a rigid box: vials in plain envelopes break.',
  },
  unlabelled: {
    label: 'Unlabelled',
    wrong:
      'The vial did not carry your task number, so we could not be certain that it belongs to this order.',
    send: 'Send another vial with the task number on it: the printed label, or the number written on tape.',
  },
  insufficient: {
    label: 'Not enough',
    wrong: 'There was less in the parcel than this test needs.',
    send: 'Send the whole amount that the test needs, all of it from the same batch.',
  },
  other: {
    label: 'Other reason',
    wrong: 'The laboratory could not test the sample as it arrived.',
    send: 'Send another sample.',
  },
};

/** The sentence that tells the customer what to do after a refused sample. */
export const REJECTION_NEXT =
  'Your order stays open and paid. If you would rather not send another sample, cancel the order on your dashboard: you get a full refund.';
