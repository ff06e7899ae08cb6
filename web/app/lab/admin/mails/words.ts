/** What the mails are about whose name alone does not say it. */
const kinds: Record<string, string> = {
  shipping: 'Where to send the sample',
  reminder: 'Reminder to pay',
  sample_received: 'The sample has arrived',
  sample_refused: 'The sample was refused',
  result_ready: 'The result is ready',
  completed: 'The result is ready',
  result_amended: 'The result was amended',
  looked_up_often: 'Many people look up a certificate',
  amended: 'The result was amended',
  result_retracted: 'The result was withdrawn',
  retracted: 'The result was withdrawn',
  cancelled: 'Cancelled',
  expired: 'The order has expired',
  refunded: 'Refund',
  part_refunded: 'Part of a payment returned',
  payment_failed: 'The payment failed',
  payment_problem: 'Problem with a payment',
  payment_returned: 'Payment returned',
  password_changed: 'The password was changed',
  second_factor_on: 'Two-step sign-in is on',
  second_factor_off: 'Two-step sign-in is off',
  new_sign_in: 'New sign-in',
  recovery_code_used: 'Recovery code used',
  provider_linked: 'Sign-in provider linked',
  email_changed: 'The address was changed',
  account_deleted: 'The account was deleted',
  locked: 'Shares are fixed',
  share_paid: 'The share is paid',
  gap_left: 'Too few have joined',
  given_up: 'The group has ended',
  share_dropped: 'A share was not paid',
  share_taken: 'A share was taken',
  message: 'Message of the organizer',
  all_paid: 'Everything is paid',
  volunteered: 'A volunteer',
  sender_chosen: 'Chosen to send the vial',
  sender_released: 'Somebody else sends the vial',
  paid_out: 'Shipping and vial were paid out',
};

/** What a mail says; a kind that this page does not know is named as it is. */
export function mailWords(kind: string): string {
  const said = kinds[kind] ?? kind.replaceAll('_', ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
