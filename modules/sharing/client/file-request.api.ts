import type { BotCheck, BotCheckProof } from '../../shared/contract.ts'
import type { CreateFolder, Item, Listing, TreeNode } from '../../storage/contract.ts'
import { call } from '../../web/ui.ts'
import {
  closeFileRequest,
  identifyUploader,
  type PublicFileRequest,
  showPublicFileRequest,
  submitFileRequest,
  uploaderBrowse,
  uploaderConflicts,
  uploaderCreateFolder,
  uploaderDiscardUpload,
  uploaderMove,
  uploaderNavigation,
  uploaderRemove,
  uploaderRename,
  uploaderUploadChunk,
  uploaderUploadState,
} from '../contract.ts'
import type { NameChanges } from './name-changes.ts'

/** Data of the page of a file request. */
export interface FileRequestPageData {
  token: string
  /** A folder the uploader created; null: their root folder. */
  folder: string | null
  fileRequest: PublicFileRequest
  /** Passed once, when this browser becomes an uploader. */
  botCheck: BotCheck
  /** Items that this browser sent; null once the request is closed. */
  listing: Listing | null
  /** For the form without JavaScript: its token, and the result of the last one. */
  htmlForm: {
    csrf: string
    sent: number
    /** Number of rejected files, and the names of the first. */
    rejected: number
    names: string[]
    /** Key of the error text. */
    problem: string | null
  }
}

/** Typed name and email of the uploader. */
export interface UploaderInput {
  name?: string
  email?: string
}

/** The token in a pasted text: a whole link, or the token alone. */
export const parseRequestToken = (text: string): string | null =>
  /\/request\/([A-Za-z0-9_-]{6,64})/.exec(text)?.[1] ?? /^\s*([A-Za-z0-9_-]{20,64})\s*$/.exec(text)?.[1] ?? null

/** URLs of the upload queue's calls for one request. */
export const uploadRoutesOf = (token: string) => {
  const pathOf = ({ path }: { path: string }) => path.replace(':token', token)
  return {
    chunks: pathOf(uploaderUploadChunk),
    state: pathOf(uploaderUploadState),
    discard: pathOf(uploaderDiscardUpload),
    conflicts: pathOf(uploaderConflicts),
    createFolder: pathOf(uploaderCreateFolder),
  }
}

/** An uploader's calls for one request. */
export const createFileRequestApi = (token: string) => {
  const params = { token }
  return {
    show: async (): Promise<PublicFileRequest> => (await call(showPublicFileRequest, { params })).data,
    /** Missing fields stay as another tab of this browser may have set them. */
    identify: async (typed: UploaderInput, proof: BotCheckProof): Promise<PublicFileRequest> =>
      (await call(identifyUploader, { params, body: { ...typed, ...proof }, keepalive: true })).data,
    submit: () => call(submitFileRequest, { params }),
    close: () => call(closeFileRequest, { params }),
    list: (folder: string | null, cursor?: string): Promise<Listing> =>
      call(uploaderBrowse, {
        params: { token, id: folder ?? 'all' },
        query: { per_page: 100, ...(cursor ? { cursor } : {}) },
      }),
    rename: async ({ id, type }: Item, changes: NameChanges): Promise<Item> =>
      (await call(uploaderRename, { params: { token, id }, body: { ...changes, type } })).data,
    createFolder: async (named: CreateFolder, parent_id: string | null): Promise<Item> =>
      (await call(uploaderCreateFolder, { params, body: { ...named, parent_id } })).data,
    /** `to` null: their root folder. */
    move: (item: Item, to: string | null) =>
      call(uploaderMove, { params, body: { to_id: to, items: [{ id: item.id, type: item.type }] } }),
    /** Own folders, nested. */
    tree: async (): Promise<TreeNode[]> =>
      (await call(uploaderNavigation, { params })).flatMap(({ folders }) => folders as TreeNode[]),
    remove: (item: Item) => call(uploaderRemove, { params, body: { items: [{ id: item.id, type: item.type }] } }),
  }
}

export type FileRequestApi = ReturnType<typeof createFileRequestApi>
