import type { Db } from '../../modules/platform/index.ts'
import type { RemoteBatch } from '../../modules/storage/contract.ts'
import type { Actor } from './actors.ts'
import type { Client } from './client.ts'
import { makeFileRequest } from './file-requests.ts'
import { poll } from './poll.ts'
import type { RemoteFile, Source } from './remote-source.ts'
import { makeFolder, makeShare } from './shares.ts'

interface RemoteUrlRow {
  id: string
  status: string
  failure_reason: string | null
  received_bytes: number
}

/** Helpers for remote uploads by visitors and uploaders. */
export const remoteActions = ({ db, owner, source }: { db: Db; owner: Actor; source: Source }) => {
  const urlsOf = (batch: string) =>
    db.query<RemoteUrlRow>('select * from remote_urls where batch_id = $1 order by position', [batch])
  return {
    urlsOf,
    begin: (client: Client, at: string, paths: string[], parent_id: string | null = null) =>
      client.post<{ data: RemoteBatch; code?: string }>(at, { urls: paths.map(source.url), parent_id }),
    shown: async (client: Client, at: string) =>
      (await client.get<{ data: { data: RemoteBatch }[] }>(at)).body.data.map(({ data }) => data.id),
    /** `done` or the failure reason of each URL, once all of the batch have ended. */
    async outcome(batch: string): Promise<string[]> {
      await poll(async () => (await urlsOf(batch)).every(({ status }) => status === 'done' || status === 'failed'))
      return (await urlsOf(batch)).map(({ status, failure_reason }) => failure_reason ?? status)
    },
    flowing: (batch: string) => poll(async () => ((await urlsOf(batch))[0]?.received_bytes ?? 0) > 0),
    /** A file that stops half-way. */
    held(path: string): RemoteFile {
      const file: RemoteFile = { size: 4_000_000, holdAt: 2_000_000 }
      source.files.set(path, file)
      return file
    },
    async linkOf(name: string, options: object = {}) {
      const folder = await makeFolder(owner, name)
      const { token, id } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor', ...options })
      return { folder, token, id, at: `/api/sharing/upload/remote/${token}` }
    },
    async requestOf(options: object = {}) {
      const { token, id } = await makeFileRequest(owner, { ...options })
      return { token, id, at: `/api/file-request/${token}/upload/remote` }
    },
  }
}

/** Path of a batch's retry call: the paths of share links have the token at their end. */
export const retryAt = (at: string, batch: string): string =>
  at.startsWith('/api/sharing/') ? at.replace(/([^/]+)$/, `${batch}/retry/$1`) : `${at}/${batch}/retry`
