import {
  content,
  endpoint,
  maxEmailLength,
  notModified,
  object,
  optional,
  rangedContent,
  redirect,
  string,
} from '../../shared/contract.ts'
import { downloadErrors } from '../../storage/contract.ts'
import { shareDownloadErrors } from './errors.ts'
import { maxSharePassword } from './share-links.ts'
import { tokenParams } from './tokens.ts'

/** Rows of a folder in the page, and on each page without JavaScript. */
export const rowsPerPage = 30
/** Pixels of the preview image that messengers show for a link. */
export const ogImageSize = { width: 1200, height: 630 } as const

/** Characters of an emailed code, with spaces. */
export const maxAccessCode = 20

/** Downloads a single file; errors are one plain sentence. */
export const downloadDirect = endpoint({
  method: 'GET',
  path: '/share/:token/direct',
  summary: 'Download the file of a link',
  access: 'share',
  params: tokenParams(),
  plainErrors: true,
  response: rangedContent('*/*'),
  errors: [...downloadErrors, ...shareDownloadErrors, 'sharing.no-direct-download'],
})

/** Redirects to the page of the link, which has the tags for previews itself (D18). */
export const shareOgPage = endpoint({
  method: 'GET',
  path: '/api/sharing/og-site/:token',
  summary: 'Go to the page of a link, which has its Open Graph tags',
  access: 'public',
  params: tokenParams(),
  response: { 302: redirect },
  errors: [],
})

/** The preview image of a link; of a locked one it says only that it is locked (D18). */
export const shareOgImage = endpoint({
  method: 'GET',
  path: '/share/:token/card.png',
  summary: 'Download the preview image of a link',
  access: 'share',
  params: tokenParams(),
  response: { 200: content('image/png', ['etag', 'cache-control']), 304: notModified },
  errors: [],
})

const itemPage = /^files?\/[0-9a-f-]{36}(?:\?[\w%&=.+~-]{0,1000})?$/

/**
 * `page` when it is the path of a file or folder below its link's path, to be opened once the link is unlocked; else null.
 * It lacks the link's token, which must not be in a query.
 */
export const itemPageOf = (page: string | undefined): string | null =>
  page !== undefined && itemPage.test(page) ? page : null

/** The form of a protected link, which works without JavaScript. */
export const submitUnlockForm = endpoint({
  method: 'POST',
  path: '/share/:token/authenticate',
  summary: 'Unlock a protected link by a form',
  access: 'share',
  scope: 'read',
  // The form has a token field of its own.
  csrf: false,
  params: tokenParams(),
  body: object({
    csrf: string({ maxLength: 200 }),
    /** `code`: send a code to the email; `enter`: the same unless one was typed; anything else unlocks the link. */
    intent: optional(string({ maxLength: 10 })),
    /** `1`: a code was sent before. */
    sent: optional(string({ maxLength: 1 })),
    password: optional(string({ maxLength: maxSharePassword })),
    email: optional(string({ maxLength: maxEmailLength })),
    code: optional(string({ maxLength: maxAccessCode })),
    /** Page to open after unlocking, as `itemPageOf` takes it; otherwise the shared item itself. */
    page: optional(string({ maxLength: 2000 })),
  }),
  bodyKind: 'form',
  plainErrors: true,
  response: { 303: redirect },
  errors: ['platform.csrf-mismatch', 'platform.cross-site'],
})
