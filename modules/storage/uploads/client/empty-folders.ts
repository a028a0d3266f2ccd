import type { Item } from '../../tree/contract.ts'
import type { UploadTarget } from './types.ts'
import type { UploadApi } from './upload.api.ts'

/**
 * Creates folders without files. Other folders are created with their files. The server finds existing folders of the
 * same name, because a listing may hide the caller's folders or contain those of others. Resolves with the number of
 * folders that could not be created.
 */
export const makeEmptyFolders = async (
  api: UploadApi,
  target: UploadTarget,
  paths: readonly string[],
): Promise<number> => {
  const made = new Map<string, string>()

  const ensure = async (path: string): Promise<string | null> => {
    if (path === '') return target.id
    const known = made.get(path)
    if (known) return known
    const end = path.lastIndexOf('/')
    const parent_id = await ensure(path.slice(0, Math.max(end, 0)))
    const body = { name: path.slice(end + 1).normalize('NFC'), parent_id, on_conflict: 'merge' }
    const response = await api.post(api.routes.createFolder, body)
    if (response.status !== 201) throw new Error(`create-folder: ${response.status}`)
    const { id } = response.body.data as Item
    made.set(path, id)
    return id
  }

  let failed = 0
  for (const path of paths) await ensure(path).catch(() => (failed += 1))
  return failed
}
