import type { Item } from '../../tree/contract.ts'
import type { Upload, UploadGroup } from './types.ts'
import type { UploadApi } from './upload.api.ts'

/** Where a file is stored. */
export interface UploadDestination {
  parentId: string | null
  /** `/A/B/name.ext` below the parent, whose folders are found or created by name; null: directly in it. */
  path: string | null
  /** The folder of the selection that `parentId` stands for; null: the target of the upload. */
  folder: string | null
}

/** Paths of the folders above a path, the innermost first. */
const foldersAbove = (path: string): string[] => {
  const names = path.split('/').slice(0, -1)
  return names.map((_, at) => names.slice(0, names.length - at).join('/'))
}

/**
 * Ids of the folders of a dropped tree, known after the first file of each. Later files name them by id, so that they
 * follow a folder that is renamed or moved during the upload.
 */
export const createGroupFolders = (api: Pick<UploadApi, 'createFolder'>) => {
  /** By path below the target; null: not asked for again. */
  const idsOfGroups = new WeakMap<UploadGroup, Map<string, string | null>>()
  const lookups = new WeakMap<UploadGroup, Promise<void>>()
  const idsOf = (group: UploadGroup) => {
    const ids = idsOfGroups.get(group) ?? new Map<string, string | null>()
    idsOfGroups.set(group, ids)
    return ids
  }

  /** Finds the id of the outermost folder, which exists since its first file was stored; no file may be directly in it. */
  const findTop = async ({ target }: UploadGroup, name: string, ids: Map<string, string | null>): Promise<void> => {
    const response = await api.createFolder(name, target.id)
    if (response.ok) ids.set(name, response.body.data.id)
  }

  return {
    /** Destination of a file: below the innermost folder whose id is known. */
    async destination({ path, target, group }: Pick<Upload, 'path' | 'target' | 'group'>): Promise<UploadDestination> {
      await lookups.get(group)
      // A resumed file has the target that it had before.
      const ids = target.id === group.target.id ? idsOf(group) : new Map<string, string | null>()
      const folder = foldersAbove(path).find((above) => ids.get(above))
      const rest = folder === undefined ? path : path.slice(folder.length + 1)
      return {
        parentId: (folder === undefined ? null : ids.get(folder)) ?? target.id,
        path: rest.includes('/') ? `/${rest}` : null,
        folder: folder ?? null,
      }
    },
    /** Learns the id of a folder from a file that was just stored in it. */
    stored({ path, target, group }: Upload, item: Item): void {
      const [folder, ...above] = foldersAbove(path)
      if (folder === undefined || target.id !== group.target.id) return
      const ids = idsOf(group)
      if (!ids.has(folder)) ids.set(folder, item.attributes.parent_id)
      const top = above.at(-1)
      if (top !== undefined && !ids.has(top) && !lookups.has(group)) lookups.set(group, findTop(group, top, ids))
    },
    /** Names a folder by its path again, because its id cannot be used: it was deleted, or the uploader may not name it. */
    forget: (group: UploadGroup, folder: string): void => void idsOf(group).set(folder, null),
  }
}

export type GroupFolders = ReturnType<typeof createGroupFolders>
