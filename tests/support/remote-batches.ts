import type { Db } from '../../modules/platform/index.ts'
import type { RemoteBatch } from '../../modules/storage/contract.ts'
import type { Actor } from './actors.ts'
import { until } from './soon.ts'

/** What tests need of a row of `remote_urls`. */
interface UrlRow {
  id: string
  url: string
  status: string
  failure_reason: string | null
  received_bytes: number
}

/** Fails when the condition does not hold within the time limit of `until`. */
export const waitUntil = async (condition: () => Promise<boolean>): Promise<void> => {
  if (!(await until(condition, Boolean))) throw new Error('the condition did not hold in time')
}

/** Creates remote uploads of signed-in people and waits for their end. */
export const remoteBatches = (db: Db) => {
  const urlsOf = (batch: string) =>
    db.query<UrlRow>('select * from remote_urls where batch_id = $1 order by position', [batch])
  return {
    urlsOf,
    begin: (person: Actor, urls: string[], parent_id: string | null = null) =>
      person.client.post<{ data: RemoteBatch }>('/api/upload/remote', { urls, parent_id }),
    /** Resolves with the URLs of a batch when all have ended and the batch is marked finished. */
    async ended(batch: string) {
      await waitUntil(async () => (await urlsOf(batch)).every(({ status }) => status === 'done' || status === 'failed'))
      await waitUntil(
        async () =>
          (await db.query('select 1 from remote_batches where id = $1 and finished_at is not null', [batch])).length >
          0,
      )
      return urlsOf(batch)
    },
  }
}
