import type { CommittingTransaction, Platform } from '../../../platform/index.ts'
import type { Digests } from './digests.ts'

const job = 'mail-notifications'
/** Notifications that are created meanwhile are in the same email. */
const delayMs = 2 * 60_000
/** An email is sent within this time and the delay, however many notifications follow. */
const longestMs = 10 * 60_000

/** Adds the job that mails a user's notifications soon. */
export const addMailJob = (jobs: Platform['jobs'], userId: string, tx: CommittingTransaction): Promise<void> =>
  jobs.add(job, { userId }, { tx, delayMs, key: `${job}:${userId}:${Math.floor(Date.now() / longestMs)}` })

/** Defines the job, which mails a user's notifications before the daily digest would. */
export const defineMailJob = (jobs: Platform['jobs'], digests: Digests): void =>
  jobs.define(job, (payload) => digests.sendSoon((payload as { userId: string }).userId))
