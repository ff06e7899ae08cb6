import { defineMailJob } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  GROUP_MAIL,
  type GroupMailJob,
  type Notifications,
  type OrderMailJob,
  REQUEST_MAIL,
  SHOWCASE_MAIL,
  type ShowcaseMailJob,
} from './notifications.service.ts';

/** The queues of mails about orders, groups and paid display. */
export function defineNotificationJobs(platform: Platform, notifications: Notifications): void {
  const { sendOrderMail, sendGroupMail, sendShowcaseMail } = notifications;
  defineMailJob<OrderMailJob>(platform, REQUEST_MAIL, { expireInSeconds: 120, batch: 5 }, sendOrderMail);
  defineMailJob<GroupMailJob>(platform, GROUP_MAIL, { expireInSeconds: 30, concurrency: 2 }, sendGroupMail);
  defineMailJob<ShowcaseMailJob>(platform, SHOWCASE_MAIL, { expireInSeconds: 30 }, sendShowcaseMail);
}
