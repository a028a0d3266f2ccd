import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { RemoteBatch } from '../../modules/storage/contract.ts'
import type { UrlRow } from '../../modules/storage/remote-upload/server/repository.ts'
import type { Actor } from './actors.ts'
import { testApp } from './app.ts'
import { poll } from './poll.ts'
import { testSource } from './remote-source.ts'

/** An app that may fetch from a test web server, with helpers for remote uploads. */
export const remoteUploadTest = async (t: Test) => {
  const source = await testSource(t)
  const app = await testApp(t, { env: { EGRESS_ALLOW: source.host } })
  const { db, settings, events } = app.coffer.platform
  const finished: unknown[] = []
  events.on('storage.remote-upload.completed', (payload) => void finished.push(payload))

  const begin = (person: Actor, urls: string[], parent_id: string | null = null) =>
    person.client.post<{ data: RemoteBatch }>('/api/upload/remote', { urls, parent_id })
  const urlsOf = (batch: string) =>
    db.query<UrlRow & { lease_until: Date | null }>('select * from remote_urls where batch_id = $1 order by position', [
      batch,
    ])
  const ended = async (batch: string) => {
    await poll(async () => (await urlsOf(batch)).every(({ status }) => status === 'done' || status === 'failed'))
    await poll(
      async () =>
        (await db.query('select 1 from remote_batches where id = $1 and finished_at is not null', [batch])).length > 0,
    )
    return urlsOf(batch)
  }
  const usageOf = async (person: Actor) => {
    const [row] = await db.query<{ used: number; reserved: number; sum: number }>(
      `select used_bytes as used, reserved_bytes as reserved, (select coalesce(sum(size), 0) from items where owner_id = $1) as sum from usage where user_id = $1`,
      [person.id],
    )
    return row
  }
  const staged = () => readdirSync(join(app.dataDir, 'staging')).filter((name) => /^[0-9a-f]{8,}/.test(name))
  return { source, app, db, settings, finished, begin, urlsOf, ended, usageOf, staged }
}
