import type { CommittingTransaction, Platform } from '../../../platform/index.ts'
import type { NotificationCategory } from '../../contract.ts'
import type { Digests } from './digests.ts'

const job = 'mail-notifications'
/** Notifications of the category that are created meanwhile are in the same email. */
const delayMs = 2 * 60_000
/** An email is sent within this time and the delay, however many notifications follow. */
const longestMs = 10 * 60_000

/** Adds the job that mails a user's notifications of a category soon. */
export const addMailJob = (
  jobs: Platform['jobs'],
  userId: string,
  category: NotificationCategory,
  tx: CommittingTransaction,
): Promise<void> => {
  const key = `${job}:${userId}:${category}:${Math.floor(Date.now() / longestMs)}`
  return jobs.add(job, { userId, category }, { tx, delayMs, key })
}

/** Defines the job, which mails them before the daily digest would. One of an earlier version names no category. */
export const defineMailJob = (jobs: Platform['jobs'], digests: Digests): void =>
  jobs.define(job, (payload) => {
    const { userId, category = 'file-request' } = payload as { userId: string; category?: NotificationCategory }
    return digests.sendSoon(userId, category)
  })
