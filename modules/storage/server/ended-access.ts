import type { Platform } from '../../platform/index.ts'
import type { Operations } from '../operations/index.ts'
import type { RemoteUploads } from '../remote-upload/index.ts'
import type { Uploads } from '../uploads/index.ts'
import { removeLocksOf } from '../webdav/index.ts'

interface EndedAccessDeps {
  operations: Operations
  remote: RemoteUploads
  uploads: Uploads
}

interface EndedAccess {
  userId: string
  isSuspended: boolean
  /** Work begun until this time of the database's clock ends. */
  at: string
}

const job = 'end-background-work'

/** Ends the work of an account whose access ends: operations, fetches and locks go on without further requests (A53). */
export const registerEndedAccess = (
  { events, jobs }: Pick<Platform, 'events' | 'jobs'>,
  { operations, remote, uploads }: EndedAccessDeps,
): void => {
  jobs.define(
    job,
    async (payload) => {
      const { userId, isSuspended, at } = payload as EndedAccess
      await operations.failAllOf(userId, at)
      await remote.failAllOf(userId, at)
      // Without a session an open upload only waits; it keeps bytes of a quota that may be another account's reserved.
      if (isSuspended) await uploads.cancellation.cancelAllOf(`user:${userId}`, at)
    },
    { isPrompt: true },
  )
  // A job of the transaction that ends the access: there is no second occasion.
  events.beforeCommit(async (tx, emitted) => {
    for (const { name, payload } of emitted)
      if (name === 'users.access.ended') {
        await removeLocksOf(tx, payload.userId)
        const [now] = await tx.query<{ at: string }>('select clock_timestamp()::text as at')
        await jobs.add(job, { ...payload, ...now }, { tx })
      }
  })
}
