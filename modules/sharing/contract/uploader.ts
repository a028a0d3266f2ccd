import {
  array,
  boolean,
  botCheckFields,
  endpoint,
  integer,
  nullable,
  object,
  optional,
  redirect,
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
  pageErrors,
  RemoveRef,
  renameItem,
  uploadChunk,
  uploadErrors,
  uploadFile,
  uploadState,
} from '../../storage/contract.ts'
import { requestErrors, requestUploadErrors } from './errors.ts'
import { fileRequestTerms } from './file-requests.ts'
import { token, tokenParams } from './tokens.ts'

const access = 'uploadRequest' as const
const params = tokenParams()
const Pictures = nullable(object({ xs: string(), sm: string(), md: string() }))

/** A file request as uploaders see it. `uploader`: this browser. */
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
  summary: 'Read a file request as an uploader',
  access,
  params,
  response: { 200: object({ data: PublicFileRequest }) },
  errors: [],
})

/** Closes it for everybody. The owner may, and an uploader where the owner allows it (D20). */
export const closeFileRequest = endpoint({
  method: 'DELETE',
  path: '/api/file-request/:token',
  summary: 'Close a file request',
  access,
  params,
  response: { 200: SuccessMessage },
  errors: [...requestErrors, 'sharing.close-not-allowed'],
})

/**
 * Sets name and email of this browser's uploader. While a bot check is on, visitors become uploaders by this call with a
 * proof; other calls of new visitors answer 422 `bot-check-failed`.
 */
export const identifyUploader = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/uploader',
  summary: 'Say who uploads',
  access,
  params,
  body: object({
    name: optional(nullable(string({ maxLength: 120 }))),
    email: optional(nullable(string({ maxLength: 254 }))),
    ...botCheckFields,
  }),
  response: { 200: object({ data: PublicFileRequest }) },
  errors: [...requestErrors, 'sharing.invalid-email'],
})

/** Ends this uploader's answer: sends their confirmation and notifies the owner. */
export const submitFileRequest = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/submit',
  summary: 'Submit the uploaded files',
  access,
  params,
  response: { 200: object({ data: PublicFileRequest }) },
  errors: [...requestErrors, 'sharing.nothing-sent'],
})

/** Fields of the form, before its files: `csrf`, and who sends. */
const FormFields = object({
  csrf: string(),
  'uploader-name': optional(string()),
  'uploader-email': optional(string()),
  parent_id: optional(string()),
})

/** Uploads by a form without JavaScript: name and email, then files. Redirects to the page. */
export const uploaderForm = endpoint({
  method: 'POST',
  path: '/request/:token/upload',
  summary: 'Upload files to a request by a form',
  access,
  // The form has a token field of its own.
  csrf: false,
  params,
  bodyKind: 'stream',
  streamBody: { fields: FormFields, part: 'files' },
  response: { 303: redirect },
  errors: [
    ...uploadErrors,
    ...requestUploadErrors,
    'sharing.nothing-sent',
    'sharing.invalid-email',
    'platform.csrf-mismatch',
    'platform.cross-site',
  ],
})

/** What this uploader sent; before the first upload `[]`, `meta.root` null (D29). Any `id` that is no UUID: the root. */
export const uploaderBrowse = endpoint({
  method: 'GET',
  path: '/api/file-request/:token/browse/:id',
  summary: 'List what this browser uploaded',
  access,
  params: object({ id: string({ maxLength: 40 }), token: token() }),
  query: FolderQuery,
  response: { 200: Listing },
  errors: [...requestErrors, ...pageErrors],
})

export const uploaderNavigation = endpoint({
  method: 'GET',
  path: '/api/file-request/:token/navigation',
  summary: 'Read the tree of folders of a request',
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
  errors: [...requestErrors],
})

const upload = object({ upload_id: uuid(), token: token() })

export const uploaderUploadChunk = endpoint({
  ...uploadChunk,
  path: '/api/file-request/:token/upload/chunks',
  access,
  params,
  errors: [...uploadChunk.errors, ...requestUploadErrors],
})
/** A whole file in one call (D44). */
export const uploaderUploadFile = endpoint({
  ...uploadFile,
  path: '/api/file-request/:token/upload',
  access,
  params,
  errors: [...uploadFile.errors, ...requestUploadErrors],
})
export const uploaderUploadState = endpoint({
  ...uploadState,
  path: '/api/file-request/:token/upload/chunks/:upload_id',
  access,
  params: upload,
  errors: [...uploadState.errors, ...requestErrors],
})
export const uploaderDiscardUpload = endpoint({
  ...discardUpload,
  path: '/api/file-request/:token/upload/chunks/:upload_id',
  access,
  params: upload,
  errors: [...discardUpload.errors, ...requestErrors],
})
/** Always empty: uploaders replace no file and are told of no existing name (A18). */
export const uploaderConflicts = endpoint({
  ...checkConflicts,
  path: '/api/file-request/:token/upload/conflicts',
  access,
  params,
  errors: [...checkConflicts.errors, ...requestErrors],
})
export const uploaderCreateFolder = endpoint({
  ...createFolder,
  path: '/api/file-request/:token/create-folder',
  access,
  params,
  errors: [...createFolder.errors, ...requestErrors],
})
export const uploaderRename = endpoint({
  ...renameItem,
  path: '/api/file-request/:token/rename/:id',
  access,
  params: object({ id: uuid(), token: token() }),
  errors: [...renameItem.errors, ...requestErrors, 'sharing.not-owner'],
})
/** Named items only: “all except” would include what others sent. */
export const uploaderMove = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/move',
  summary: 'Move items that this browser uploaded',
  access,
  params,
  body: object({
    to_id: optional(nullable(uuid())),
    items: array(ItemRef, { minItems: 1, maxItems: maxItemsPerCall }),
  }),
  response: { 200: object({ type: string(), message: string(), items: array(ItemRef) }) },
  errors: [
    ...requestErrors,
    'sharing.not-owner',
    'storage.item-not-found',
    'storage.parent-not-found',
    'storage.move-into-itself',
    'storage.max-depth-exceeded',
    'storage.forbidden',
  ],
})
export const uploaderRemove = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/remove',
  summary: 'Remove items that this browser uploaded',
  access,
  params,
  body: object({ items: array(RemoveRef, { minItems: 1, maxItems: maxItemsPerCall }) }),
  response: { 200: SuccessMessage },
  errors: [...requestErrors, 'sharing.not-owner', 'storage.item-not-found', 'storage.forbidden'],
})
