import type { Operation } from '../../modules/storage/contract.ts'
import type { Entitlements, Scope } from '../../modules/storage/index.ts'
import { testUploads } from './chunks.ts'
import type { Teardown } from './folders.ts'
import { poll } from './poll.ts'
import type { TestStorage } from './storage.ts'

interface Answer {
  status: number
  body: { data: Operation; code?: string }
}

/** Storage that extracts archives, with helpers that upload, extract and list them. */
export const testExtractions = async (t: Teardown, entitlements: Partial<Entitlements> = {}, beside?: TestStorage) => {
  const test = await testUploads(t, entitlements, beside)
  const { extractions } = test.storage.api
  const { db } = test.platform
  extractions.start()
  t.teardown(() => extractions.stop())

  /** Uploads an archive. Resolves with its id. */
  const archive = async (scope: Scope, bytes: Buffer, name = 'archive.zip', fields: Record<string, string> = {}) => {
    const { status, body } = await test.upload(scope, name, bytes, fields)
    if (status !== 201 || !body.data) throw new Error(`upload: ${status} ${body.code}`)
    return body.data.id
  }
  const begin = (scope: Scope, item_id: string): Promise<Answer> =>
    test.call(scope, 'POST', '/api/extract', { item_id })
  const operation = async (scope: Scope, id: string): Promise<Operation['attributes']> =>
    (await test.call(scope, 'GET', `/api/operations/${id}`)).body.data.attributes
  const ended = (scope: Scope, id: string) =>
    poll(
      () => operation(scope, id),
      ({ state }) => state !== 'running',
    )
  /** Uploads and extracts an archive. Resolves with the operation that has ended. */
  const extract = async (scope: Scope, bytes: Buffer, name?: string): Promise<Operation['attributes']> => {
    const { status, body } = await begin(scope, await archive(scope, bytes, name))
    if (status !== 202) throw new Error(`extract: ${status} ${body.code}`)
    return ended(scope, body.data.id)
  }

  interface Row {
    path: string
    size: number
    is_folder: boolean
    blob: string | null
    modified_at: Date | null
  }
  /** Active items below a folder by their paths, folders with a slash. */
  const below = async (folder: string | null): Promise<Map<string, Row>> => {
    const rows = await db.query<Row>(
      `with recursive tree as (
         select id, name::text as path, is_folder, size, blob_id, modified_at from items
         where parent_id = $1 and trashed_at is null
         union all
         select i.id, tree.path || '/' || i.name, i.is_folder, i.size, i.blob_id, i.modified_at
         from tree join items i on i.parent_id = tree.id where i.trashed_at is null
       ) select path || case when is_folder then '/' else '' end as path, tree.size, is_folder, b.key as blob, modified_at
         from tree left join blobs b on b.id = tree.blob_id order by path collate "C"`,
      [folder],
    )
    return new Map(rows.map((row) => [row.path, row]))
  }
  const content = async (row: Row | undefined): Promise<Buffer> => {
    const blob = await test.platform.blobs.open(row?.blob ?? '')
    try {
      const bytes = Buffer.alloc(blob.size)
      await blob.read(bytes, 0)
      return bytes
    } finally {
      blob.release()
    }
  }
  /** Names of all active items at the root. */
  const atRoot = async ({ ownerId }: Scope): Promise<string[]> =>
    (
      await db.query<{ name: string }>(
        'select name from items where owner_id = $1 and parent_id is null and trashed_at is null order by name collate "C"',
        [ownerId],
      )
    ).map(({ name }) => name)
  return { ...test, db, archive, begin, operation, ended, extract, below, content, atRoot }
}
