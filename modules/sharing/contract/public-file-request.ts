import {
  boolean,
  botCheckFields,
  endpoint,
  integer,
  maxEmailLength,
  nullable,
  object,
  optional,
  redirect,
  type Static,
  SuccessMessage,
  string,
  uuid,
} from '../../shared/contract.ts'
import { Item, uploadErrors } from '../../storage/contract.ts'
import { requestErrors, requestUploadErrors } from './errors.ts'
import { fileRequestTerms } from './file-requests.ts'
import { tokenParams } from './tokens.ts'

const access = 'fileRequest' as const
const params = tokenParams()
export const maxUploaderName = 120
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
    /** Files that it may still receive; null: no limit. */
    files_left: nullable(integer()),
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

/** In any status. 404 for an unknown token; 401 while its owner is restricted. */
export const showPublicFileRequest = endpoint({
  method: 'GET',
  path: '/api/file-request/:token',
  summary: 'Read a file request as an uploader',
  access,
  params,
  response: { 200: object({ data: PublicFileRequest }) },
  errors: [],
})

/** Closes it for everybody. The owner may, also while restricted, and an uploader where the owner allows it (D20). */
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
    name: optional(nullable(string({ maxLength: maxUploaderName }))),
    email: optional(nullable(string({ maxLength: maxEmailLength }))),
    ...botCheckFields,
  }),
  response: { 200: object({ data: PublicFileRequest }) },
  errors: [...requestErrors, 'sharing.invalid-email'],
})

/**
 * Ends this uploader's answer: notifies the owner, and sends the uploader a receipt of everything they sent. `receipt`:
 * whether it is sent; an email gets one a day from a request.
 */
export const submitFileRequest = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/submit',
  summary: 'Submit the uploaded files',
  access,
  params,
  response: { 200: object({ data: PublicFileRequest, receipt: boolean() }) },
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
    'platform.validation-failed',
    'platform.csrf-mismatch',
    'platform.cross-site',
  ],
})
