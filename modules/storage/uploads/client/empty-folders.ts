import type { Item } from '../../tree/contract.ts'
import type { UploadTarget } from './types.ts'
import type { UploadApi } from './upload.api.ts'

/**
 * Creates folders without files. Other folders are created with their files. Existing folders of the same name are
 * used. Resolves with the number of folders that could not be created.
 */
export const makeEmptyFolders = async (
  api: UploadApi,
  target: UploadTarget,
  paths: readonly string[],
): Promise<number> => {
  const children = new Map<string, Map<string, string>>()
  const key = (id: string | null) => id ?? ''

  const list = async (parentId: string | null): Promise<Map<string, string>> => {
    const known = children.get(key(parentId))
    if (known) return known
    const found = new Map<string, string>()
    let cursor: string | null = null
    do {
      const query = new URLSearchParams({
        per_page: '200',
        sort: 'name',
        direction: 'ASC',
        ...(cursor ? { cursor } : {}),
      })
      const response = await api.get(`${api.routes.browse.replace(':id', parentId ?? 'all')}?${query}`)
      if (response.status !== 200) throw new Error(`folders of ${parentId}: ${response.status}`)
      const entries = response.body.data as { data: Item }[]
      const folders = entries.filter(({ data }) => data.type === 'folder')
      for (const { data } of folders) found.set(data.attributes.name, data.id)
      const { paginate } = response.body.meta as { paginate: { nextCursor: string | null } }
      // Listings start with folders: the first page with a file has the last folders.
      cursor = folders.length === entries.length ? paginate.nextCursor : null
    } while (cursor)
    children.set(key(parentId), found)
    return found
  }

  const ensure = async (parentId: string | null, name: string): Promise<string> => {
    const known = await list(parentId)
    const present = known.get(name)
    if (present) return present
    const response = await api.post(api.routes.createFolder, { name, parent_id: parentId })
    if (response.status !== 201) throw new Error(`create-folder: ${response.status}`)
    const { id } = response.body.data as Item
    known.set(name, id)
    children.set(id, new Map())
    return id
  }

  let failed = 0
  for (const path of paths) {
    try {
      let parentId = target.id
      for (const step of path.split('/')) parentId = await ensure(parentId, step.normalize('NFC'))
    } catch {
      failed += 1
    }
  }
  return failed
}
