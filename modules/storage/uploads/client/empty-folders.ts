import { classifyResponse } from './classify-response.ts'
import type { GroupFolders } from './group-folders.ts'
import type { UploadGroup } from './types.ts'
import type { UploadApi } from './upload.api.ts'
import type { UploadConnection } from './upload-connection.ts'

interface EmptyFoldersDeps {
  api: Pick<UploadApi, 'createFolder'>
  connection: UploadConnection
  folders: Pick<GroupFolders, 'destination' | 'forget'>
}

/**
 * Creates folders without files. Other folders are created with their files. The server finds existing folders of the
 * same name, because a listing may hide the caller's folders or contain folders of others. Waits out a lost connection, a
 * restarting server and too many calls, as for files. Resolves with the paths that could not be created.
 */
export const makeEmptyFolders = async (
  { api, connection, folders }: EmptyFoldersDeps,
  group: UploadGroup,
  paths: readonly string[],
): Promise<string[]> => {
  /** Ids by path; null: the folder could not be created. */
  const made = new Map<string, string | null>()

  const create = async (name: string, parentId: string | null): Promise<string | null> => {
    for (let attempt = 1; ; attempt++) {
      const response = await api.createFolder(name, parentId)
      if (response.status !== 0) connection.markOnline()
      if (response.ok) return response.body.data.id
      if (classifyResponse(response).kind !== 'wait') return null
      await connection.backOff(attempt, response.retryAfter)
    }
  }

  const ensure = async (path: string): Promise<string | null> => {
    const madeId = made.get(path)
    if (madeId !== undefined) return madeId
    const end = path.lastIndexOf('/')
    const { parentId, path: below, folder } = await folders.destination({ path, group, target: group.target })
    const parent = below === null ? parentId : await ensure(path.slice(0, end))
    // Below a folder that could not be created there is nothing to ask for.
    const id = below !== null && parent === null ? null : await create(path.slice(end + 1), parent)
    // A retry names the folder above by its path.
    if (id === null && folder !== null) folders.forget(group, folder)
    made.set(path, id)
    return id
  }

  const failed: string[] = []
  for (const path of paths) if ((await ensure(path)) === null) failed.push(path)
  return failed
}
