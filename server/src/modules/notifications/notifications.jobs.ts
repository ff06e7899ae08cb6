import { defineMailJob } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  GROUP_MAIL,
  type GroupMailJob,
  type Notifications,
  type OrderMailJob,
  REQUEST_MAIL,
} from './notifications.service.ts';

/** The queues of mails about orders and groups. */
export function defineNotificationJobs(platform: Platform, notifications: Notifications): void {
  const { sendOrderMail, sendGroupMail } = notifications;
  defineMailJob<OrderMailJob>(platform, REQUEST_MAIL, { expireInSeconds: 120, batch: 5 }, sendOrderMail);
  defineMailJob<GroupMailJob>(platform, GROUP_MAIL, { expireInSeconds: 30, concurrency: 2 }, sendGroupMail);
}
