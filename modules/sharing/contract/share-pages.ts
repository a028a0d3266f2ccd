import { endpoint, object, optional, string } from '../../shared/contract.ts'
import { tokenParams } from './tokens.ts'

/** Rows of a folder in the page, and on each page without JavaScript. */
export const rowsPerPage = 50
/** Pixels of the preview image that messengers show for a link. */
export const ogImageSize = { width: 1200, height: 630 } as const

/** Downloads a single file; errors are one plain sentence. */
export const downloadDirect = endpoint({
  method: 'GET',
  path: '/share/:token/direct',
  access: 'share',
  params: tokenParams(),
  response: { 200: null },
})

/** The preview image of a link; of a locked one it says only that it is locked (D18). */
export const shareOgImage = endpoint({
  method: 'GET',
  path: '/share/:token/card.png',
  access: 'share',
  params: tokenParams(),
  response: { 200: null },
})

/** The form of a protected link, which works without JavaScript. */
export const submitUnlockForm = endpoint({
  method: 'POST',
  path: '/share/:token/authenticate',
  access: 'share',
  // The form has a token field of its own.
  csrf: false,
  params: tokenParams(),
  body: object({
    csrf: string({ maxLength: 200 }),
    /** `code`: send a code to the email; anything else unlocks the link. */
    intent: optional(string({ maxLength: 10 })),
    password: optional(string({ maxLength: 128 })),
    email: optional(string({ maxLength: 254 })),
    code: optional(string({ maxLength: 12 })),
  }),
  response: { 200: null },
})
