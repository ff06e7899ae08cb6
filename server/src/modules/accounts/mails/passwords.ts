import {
  address,
  code,
  type MailBlock,
  type MailContent,
  moment,
} from '../../../platform/mail/mail-content.ts';
import { CODE_LIFE, CODES_LIFE, greet, nameBrowser } from './phrases.ts';

export const passwordChanged = (facts: {
  brand: string;
  firstName: string;
  resetUrl: string;
}): MailContent => ({
  subject: `Your ${facts.brand} password was changed`,
  blocks: [
    greet(facts.firstName),
    'The password of your account was just changed, and every device was signed out.',
    'If it was you, there is nothing to do. If not, somebody can read your mails: secure your mailbox first, then choose a new password here:',
    address(facts.resetUrl),
  ],
});

/** A reset code with the browser and the time of its request. */
export type CodeOfBrowser = { code: string; device: string; askedAt: Date };

/** The mail with the reset codes of several browsers, newest first. */
export function resetPassword(facts: {
  brand: string;
  firstName: string;
  codes: CodeOfBrowser[];
}): MailContent {
  const { codes } = facts;
  const asked = ({ device, askedAt }: CodeOfBrowser) => `${nameBrowser(device)}, ${moment(askedAt)}`;
  const blocks: MailBlock[] =
    codes.length === 1
      ? codes.flatMap((each) => [
          'Enter this code to choose a new password. It works only in the browser in which it was asked for:',
          asked(each),
          code(each.code),
          CODE_LIFE,
          'If you did not ask for it, ignore this mail and give the code to nobody. Your password stays as it is.',
        ])
      : [
          `A code to choose a new password was asked for in ${codes.length} browsers. Each code works only in the browser in which it was asked for: find yours by its name and time.`,
          ...codes.flatMap((each) => [asked(each), code(each.code)]),
          CODES_LIFE,
          'What you did not ask for somebody else did: ignore it, and give no code to anybody. Your password stays as it is until you choose a new one.',
        ];
  return {
    subject: `Your ${facts.brand} password reset code`,
    blocks: [greet(facts.firstName), ...blocks],
  };
}
