import type { Tx } from '../../../platform/index.ts'
import type { ItemRow, Scope, StorageApi } from '../../../storage/index.ts'
import type { SharingTables } from '../entities/index.ts'
import {
  type FileRequestAccess,
  type FileRequestLookup,
  fileRequestScope,
  uploaderScope,
} from './file-request-access.ts'
import {
  type FolderNameDeps,
  folderNameFrom,
  requestFolderName,
  uploaderFolderName,
} from './file-request-folder-names.ts'
import type { UploaderItems } from './uploader-items.ts'

export interface FileRequestFoldersDeps extends FolderNameDeps {
  storage: StorageApi
  uploaderItems: UploaderItems
}

/**
 * Folders of requests: created with the first file, and again after the owner deleted them. This happens in the transaction
 * that stores the file or creates the uploader's folder, under the request's row lock: a rejected file leaves nothing
 * behind, and the second of two first files finds the folder of the first.
 */
export class FileRequestFolders {
  private readonly deps: FileRequestFoldersDeps
  constructor(deps: FileRequestFoldersDeps) {
    this.deps = deps
  }

  /** The request's folder; null before the first upload and after its deletion. */
  async requestFolder({ fileRequest }: FileRequestLookup): Promise<ItemRow | null> {
    return this.activeFolder(fileRequestScope(fileRequest), fileRequest.folder_id)
  }

  /**
   * The uploader's root folder: with `folder_per_uploader` their own, under the name they gave. A number appended because
   * another uploader has the same name would reveal that one (A18).
   */
  async uploaderRoot(lookup: FileRequestLookup): Promise<ItemRow | null> {
    const { fileRequest, uploader } = lookup
    if (!fileRequest.folder_per_uploader || !fileRequest.folder_id) return this.requestFolder(lookup)
    const scope = { ...fileRequestScope(fileRequest), root: fileRequest.folder_id }
    const folder = await this.activeFolder(scope, uploader?.folder_id ?? null)
    return folder && { ...folder, name: folderNameFrom(uploader?.name ?? uploader?.email ?? '') ?? folder.name }
  }

  /** 401 when the owner's account may not create the folders that a file needs. */
  async requireCreationAllowed({ fileRequest }: FileRequestAccess): Promise<void> {
    await this.deps.storage.folders.allowCreation(fileRequestScope(fileRequest))
  }

  /**
   * Finds or creates the uploader's folder at the end of `names` below `parentId` (null: their root folder). Folders of
   * others with the same names are not used.
   */
  async ensurePath(
    tx: Tx,
    access: FileRequestAccess,
    parentId: string | null,
    names: readonly string[],
  ): Promise<string> {
    const { uploaderItems, storage } = this.deps
    const root = await this.ensureRoot(tx, access)
    let current = parentId ?? root
    for (const name of names) {
      const known = await uploaderItems.folderNamed(tx, access.uploader, current, name)
      current = known ?? (await storage.folders.createIn(tx, uploaderScope(access, root), { name, parent_id: current }))
      if (!known) await uploaderItems.addFolder(tx, access, current, name)
    }
    return current
  }

  private async ensureRoot(tx: Tx, { fileRequest, uploader }: FileRequestAccess): Promise<string> {
    const scope = fileRequestScope(fileRequest)
    const requestFolder = await this.ensureFolder(tx, scope, 'file_requests', fileRequest.id, async () => {
      const parent = fileRequest.parent_id
      return {
        names: [fileRequest.name ?? fileRequest.title, await requestFolderName(this.deps, fileRequest, tx)],
        parent_id: parent && (await this.isActive(tx, scope, parent)) ? parent : null,
      }
    })
    if (!fileRequest.folder_per_uploader) return requestFolder
    const inFolder = { ...scope, root: requestFolder }
    return this.ensureFolder(tx, inFolder, 'file_request_uploaders', uploader.id, async () => ({
      names: [
        uploader.name ?? uploader.email,
        await uploaderFolderName(this.deps, { owner_id: fileRequest.owner_id, uploader }, tx),
      ],
      parent_id: requestFolder,
    }))
  }

  /**
   * The active folder of a row, or a new one that it refers to from now on. The row stays locked. Prepared SQL for the
   * lock: each file of an upload takes it.
   */
  private async ensureFolder(
    tx: Tx,
    scope: Scope,
    table: 'file_requests' | 'file_request_uploaders',
    id: string,
    describe: () => Promise<{ names: (string | null)[]; parent_id: string | null }>,
  ): Promise<string> {
    const [row] = await tx.query<{ folder_id: string | null }>(
      `select folder_id from ${table} where id = $1 for update`,
      [id],
      `sharing.lock-${table}`,
    )
    if (row?.folder_id && (await this.isActive(tx, scope, row.folder_id))) return row.folder_id
    const { names, parent_id } = await describe()
    const name = names.map((given) => folderNameFrom(given ?? '')).find((valid) => valid !== null) ?? 'Upload'
    const created = await this.deps.storage.folders.createIn(tx, scope, { name, parent_id })
    await tx.builder<SharingTables>().updateTable(table).set({ folder_id: created }).where('id', '=', id).execute()
    return created
  }

  private isActive(tx: Tx, scope: Scope, id: string): Promise<boolean> {
    return this.deps.storage.folders.isActive(tx, scope, id)
  }

  private async activeFolder(scope: Scope, id: string | null): Promise<ItemRow | null> {
    if (id === null) return null
    return this.deps.storage.browse.activeRow(scope, id).catch((error: { status?: number }) => {
      if (error.status === 404) return null
      throw error
    })
  }
}
