import { botCheckFields, endpoint, maxEmailLength, object, optional, redirect, string } from '../../shared/contract.ts'

/** Characters of a message. */
export const maxMessageLength = 4_000

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Send a message to the operator',
  access: 'public',
  scope: 'none',
  body: object({
    email: string({ maxLength: maxEmailLength }),
    message: string({ maxLength: maxMessageLength }),
    ...botCheckFields,
  }),
  response: { 200: object({ type: string(), message: string() }) },
  errors: ['site.invalid-email', 'site.message-required', 'users.bot-check-failed'],
})

/**
 * `sendContactMessage` by a form without scripts, with narrower limits while a bot check is on. Redirects to the page, which
 * shows the typed texts again after an error.
 */
export const submitContactForm = endpoint({
  method: 'POST',
  path: '/contact-us',
  summary: 'Send a message to the operator by a form',
  access: 'public',
  scope: 'none',
  // The form has a token field of its own.
  csrf: false,
  body: object({
    csrf: string({ maxLength: 200 }),
    email: optional(string({ maxLength: maxEmailLength })),
    message: optional(string({ maxLength: maxMessageLength })),
  }),
  bodyKind: 'form',
  response: { 303: redirect },
  errors: [
    'platform.csrf-mismatch',
    'platform.cross-site',
    'platform.too-many-attempts',
    'site.invalid-email',
    'site.message-required',
  ],
  pageErrors: true,
})
