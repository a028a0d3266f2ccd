import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  object,
  optional,
  type Static,
  SuccessMessage,
  string,
  unknown,
  uuid,
} from '../../shared/contract.ts'
import {
  checkConflicts,
  createFolder,
  discardUpload,
  FolderQuery,
  Item,
  ItemRef,
  Listing,
  maxItemsPerCall,
  RemoveRef,
  renameItem,
  uploadChunk,
  uploadFile,
  uploadState,
} from '../../storage/contract.ts'
import { fileRequestTerms } from './file-requests.ts'
import { token, tokenParams } from './tokens.ts'

const access = 'uploadRequest' as const
const params = tokenParams()
const Pictures = nullable(object({ xs: string(), sm: string(), md: string() }))

/** A file request as uploaders see it (API.md §9). `uploader`: this browser. */
export const PublicFileRequest = object({
  id: uuid(),
  type: string(),
  attributes: object({
    token: string(),
    folder_id: nullable(uuid()),
    email: nullable(string()),
    ...fileRequestTerms,
    /** Past the deadline: received files are marked late. */
    late: boolean(),
  }),
  relationships: object({
    folder: optional(object({ data: Item })),
    user: object({
      data: object({
        id: uuid(),
        type: string(),
        attributes: object({ name: string(), color: string(), avatar: Pictures }),
      }),
    }),
    uploader: nullable(
      object({
        name: nullable(string()),
        email: nullable(string()),
        sent: integer(),
        bytes: integer(),
        /** Submitted, and nothing uploaded since. */
        submitted: boolean(),
      }),
    ),
  }),
})
export type PublicFileRequest = Static<typeof PublicFileRequest>

/** In any status. 404 for an unknown token. */
export const showPublicFileRequest = endpoint({
  method: 'GET',
  path: '/api/file-request/:token',
  access,
  params,
  response: { 200: object({ data: PublicFileRequest }) },
})

/** Closes it for everybody. The owner may, and an uploader where the owner allows it (API.md D20). */
export const closeFileRequest = endpoint({
  method: 'DELETE',
  path: '/api/file-request/:token',
  access,
  params,
  response: { 200: SuccessMessage },
})

/** Sets name and email of this browser's uploader. */
export const identifyUploader = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/uploader',
  access,
  params,
  body: object({
    name: optional(nullable(string({ maxLength: 120 }))),
    email: optional(nullable(string({ maxLength: 254 }))),
  }),
  response: { 200: object({ data: PublicFileRequest }) },
})

/** Ends this uploader's answer: sends their confirmation and notifies the owner. */
export const submitFileRequest = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/submit',
  access,
  params,
  response: { 200: object({ data: PublicFileRequest }) },
})

/** Uploads by a form without JavaScript: name and email, then files. Redirects to the page. */
export const uploaderForm = endpoint({
  method: 'POST',
  path: '/request/:token/upload',
  access,
  // The form has a token field of its own.
  csrf: false,
  params,
  response: { 200: null },
})

/** What this uploader sent; before the first upload `[]`, `meta.root` null (API.md D29). Any `id` that is no UUID: the root. */
export const uploaderBrowse = endpoint({
  method: 'GET',
  path: '/api/file-request/:token/browse/:id',
  access,
  params: object({ id: string({ maxLength: 40 }), token: token() }),
  query: FolderQuery,
  response: { 200: Listing },
})

export const uploaderNavigation = endpoint({
  method: 'GET',
  path: '/api/file-request/:token/navigation',
  access,
  params,
  response: {
    200: array(
      object({
        name: string(),
        location: string(),
        folders: array(unknown()),
        isMovable: boolean(),
        isOpen: boolean(),
      }),
    ),
  },
})

const upload = object({ upload_id: uuid(), token: token() })

export const uploaderUploadChunk = endpoint({
  ...uploadChunk,
  path: '/api/file-request/:token/upload/chunks',
  access,
  params,
})
/** A whole file in one call (API.md D44). */
export const uploaderUploadFile = endpoint({ ...uploadFile, path: '/api/file-request/:token/upload', access, params })
export const uploaderUploadState = endpoint({
  ...uploadState,
  path: '/api/file-request/:token/upload/chunks/:upload_id',
  access,
  params: upload,
})
export const uploaderDiscardUpload = endpoint({
  ...discardUpload,
  path: '/api/file-request/:token/upload/chunks/:upload_id',
  access,
  params: upload,
})
/** Always empty: uploaders replace no file and are told of no existing name (A18). */
export const uploaderConflicts = endpoint({
  ...checkConflicts,
  path: '/api/file-request/:token/upload/conflicts',
  access,
  params,
})
export const uploaderCreateFolder = endpoint({
  ...createFolder,
  path: '/api/file-request/:token/create-folder',
  access,
  params,
})
export const uploaderRename = endpoint({
  ...renameItem,
  path: '/api/file-request/:token/rename/:id',
  access,
  params: object({ id: uuid(), token: token() }),
})
/** Named items only: “all except” would include what others sent. */
export const uploaderMove = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/move',
  access,
  params,
  body: object({
    to_id: optional(nullable(uuid())),
    items: array(ItemRef, { minItems: 1, maxItems: maxItemsPerCall }),
  }),
  response: { 200: object({ type: string(), message: string(), items: array(ItemRef) }) },
})
export const uploaderRemove = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/remove',
  access,
  params,
  body: object({ items: array(RemoveRef, { minItems: 1, maxItems: maxItemsPerCall }) }),
  response: { 200: SuccessMessage },
})
