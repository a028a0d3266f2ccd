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

/** The folders of a request, as one uploader uses them. */
export interface UploaderFolders {
  /** Contains the files of all uploaders: the root of the uploader's scope. */
  requestFolder: ItemRow
  /** For the uploader's new items; null before the first of them where each uploader has a folder. */
  uploaderRoot: ItemRow | null
  /** Own items in these are listed first: the owner may switch `folder_per_uploader` after files were sent. */
  topIds: string[]
}

interface FileRequestFoldersDeps extends FolderNameDeps {
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

  /** The folders of this uploader's items; null before the first upload to the request. */
  async ofUploader(lookup: FileRequestLookup): Promise<UploaderFolders | null> {
    const { fileRequest, uploader } = lookup
    const requestFolder = await this.requestFolder(lookup)
    if (!requestFolder) return null
    const { id } = requestFolder
    const ownId = uploader?.folder_id ?? null
    const topIds = ownId === null ? [id] : [id, ownId]
    if (!fileRequest.folder_per_uploader) return { requestFolder, uploaderRoot: requestFolder, topIds }
    const ownFolder = await this.activeFolder({ ...fileRequestScope(fileRequest), root: id }, ownId)
    // Under the name they gave: a number appended because of another uploader's name would reveal that one (A18).
    const name = folderNameFrom(uploader?.name ?? uploader?.email ?? '')
    const uploaderRoot = ownFolder && { ...ownFolder, name: name ?? ownFolder.name }
    return { requestFolder, uploaderRoot, topIds }
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
    const { requestFolder, root } = await this.ensureRoot(tx, access)
    // The root of the scope stands for the uploader's root folder.
    let current = parentId === null || parentId === requestFolder ? root : parentId
    for (const name of names) {
      const existing = await uploaderItems.folderNamed(tx, access.uploader, current, name)
      current =
        existing ??
        (await storage.folders.createIn(tx, uploaderScope(access, requestFolder), { name, parent_id: current }))
      if (!existing) await uploaderItems.addFolder(tx, access, current, name)
    }
    return current
  }

  private async ensureRoot(
    tx: Tx,
    { fileRequest, uploader }: FileRequestAccess,
  ): Promise<{ requestFolder: string; root: string }> {
    const scope = fileRequestScope(fileRequest)
    const requestFolder = await this.ensureFolder(tx, scope, 'file_requests', fileRequest.id, async () => {
      const parent = fileRequest.parent_id
      return {
        names: [fileRequest.name ?? fileRequest.title, await requestFolderName(this.deps, fileRequest, tx)],
        parent_id: parent && (await this.isActive(tx, scope, parent)) ? parent : null,
      }
    })
    if (!fileRequest.folder_per_uploader) return { requestFolder, root: requestFolder }
    const inFolder = { ...scope, root: requestFolder }
    const root = await this.ensureFolder(tx, inFolder, 'file_request_uploaders', uploader.id, async () => ({
      names: [
        uploader.name ?? uploader.email,
        await uploaderFolderName(this.deps, { owner_id: fileRequest.owner_id, uploader }, tx),
      ],
      parent_id: requestFolder,
    }))
    return { requestFolder, root }
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
    return id === null ? null : this.deps.storage.browse.findActiveRow(scope, id)
  }
}
