import { endpoint, notModified, object, oneOf, optional, record, redirect, string } from '../../shared/contract.ts'
import { appearancePath } from '../../web/contract.ts'

/**
 * Flat: key → text (D37); English for a language that is not offered. With `v` equal to the version of the texts, the
 * response is immutable.
 */
export const getTranslations = endpoint({
  method: 'GET',
  path: '/translations/:locale',
  summary: 'Read the texts of a language',
  access: 'public',
  params: object({ locale: string({ maxLength: 40 }) }),
  query: object({ v: optional(string({ maxLength: 40 })) }),
  beforeSetup: true,
  response: { 200: record(string(), string()), 304: notModified },
  errors: [],
})

/**
 * Sets language or theme of this browser and of the signed-in account, or hides the cookie notice, from a form without
 * scripts. Redirects to `back`, a path of this server.
 */
export const setAppearance = endpoint({
  method: 'POST',
  path: appearancePath,
  summary: 'Choose language or theme by a form',
  access: 'public',
  scope: 'none',
  // Changes the appearance only; requests of other sites are rejected by `Sec-Fetch-Site`.
  csrf: false,
  body: object({
    theme: optional(oneOf(['light', 'dark', 'system'])),
    locale: optional(string({ maxLength: 40 })),
    /** `reset`: it is shown again. */
    notice: optional(oneOf(['dismissed', 'accepted', 'declined', 'reset'])),
    back: optional(string({ maxLength: 2_000 })),
  }),
  bodyKind: 'form',
  plainErrors: true,
  resendable: true,
  response: { 303: redirect },
  errors: ['platform.cross-site'],
})
