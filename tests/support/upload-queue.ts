import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Item } from '../../modules/storage/contract.ts'
import { memoryJournal } from '../../modules/storage/uploads/client/journal.ts'
import type { UploadNotice } from '../../modules/storage/uploads/client/upload-notices.ts'
import { createUploads, type UploadsClient, type UploadsOptions } from '../../modules/storage/uploads/client/uploads.ts'
import type { ApiResponse, Client } from './client.ts'
import { fetchTransport } from './fetch-transport.ts'
import type { Teardown } from './folders.ts'
import { poll } from './poll.ts'

interface TestQueue {
  uploads: UploadsClient
  notices: UploadNotice[]
  /** Items in the order of their notifications. */
  items: Item[]
  /** Resolves when everything is done, failed or paused. */
  idle(): Promise<void>
}

/** The browser's upload queue, driven from Node against a real server; waits are short. */
export const testQueue = (
  t: Teardown,
  origin: string,
  token: string,
  options: Partial<UploadsOptions> = {},
): TestQueue => {
  const notices: UploadNotice[] = []
  const items: Item[] = []
  const uploads = createUploads({
    transport: fetchTransport(origin, () => ({ Authorization: `Bearer ${token}` })),
    journal: memoryJournal(),
    tabs: { own: 'test', living: async () => new Set(['test']), close: () => {} },
    backoff: { baseMs: 10, maxMs: 200 },
    notify: (notice) => notices.push(notice),
    ...options,
  })
  uploads.onUploaded((item) => items.push(item))
  t.teardown(() => uploads.pauseAll())
  return {
    uploads,
    notices,
    items,
    idle: async () => {
      // The state is updated with a short delay.
      await sleep(200)
      await poll(() => ['finished', 'paused', 'idle'].includes(uploads.state.phase))
    },
  }
}

interface ListPage {
  data: { data: Item }[]
  meta: { paginate: { nextCursor: string | null } }
}

/** All items of a folder (null: the root), page by page. */
export const listAll = async (client: Client, folder: string | null): Promise<Item[]> => {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string | number> = { per_page: 200, ...(cursor ? { cursor } : {}) }
    const answer: ApiResponse<ListPage> = await client.get<ListPage>(`/api/browse/folders/${folder ?? 'all'}`, {
      query,
    })
    if (answer.status !== 200) throw new Error(`browse: ${answer.status} ${JSON.stringify(answer.body)}`)
    items.push(...answer.body.data.map(({ data }) => data))
    cursor = answer.body.meta.paginate.nextCursor
  } while (cursor)
  return items
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** SHA-256 of a file as it is downloaded. */
export const downloadedSha256 = async (client: Client, item: Item): Promise<string> => {
  const { file_url } = item.attributes
  if (!file_url) throw new Error(`${item.attributes.name} has no file_url`)
  const url = new URL(file_url, 'http://any')
  const answer = await client.fetch(url.pathname + url.search)
  if (answer.status !== 200) throw new Error(`download of ${item.attributes.name}: ${answer.status}`)
  return sha256(new Uint8Array(await answer.arrayBuffer()))
}
