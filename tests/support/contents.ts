import type { SearchQuery } from '../../modules/storage/contract.ts'
import type { Scope } from '../../modules/storage/index.ts'
import { testUploads } from './chunks.ts'

/** Uploads with a search by content. */
export const testContents = async (test: Parameters<typeof testUploads>[0]) => {
  const uploads = await testUploads(test)
  const { storage, platform } = uploads
  test.teardown(() => storage.stop())
  const me = await uploads.person()
  const { contentIndex, search } = storage.api
  const add = async (name: string, content: Buffer | string, fields = {}, scope = me): Promise<string> => {
    const answer = await uploads.upload(scope, name, Buffer.from(content), fields)
    return answer.body.data?.id as string
  }
  const hits = async (query: Partial<SearchQuery>, scope: Scope = me) =>
    (await search.find(scope, { per_page: 50, ...query })).data.map(({ data, meta }) => [
      data.attributes.name,
      meta.in_content ?? false,
    ])
  const names = async (query: string, scope?: Scope) => (await hits({ query }, scope)).map(([name]) => name)
  const texts = () =>
    platform.db.query<{ status: string; attempts: number }>(
      'select status, attempts from blob_texts order by created_at',
    )
  return { ...uploads, me, contentIndex, add, hits, names, texts }
}
