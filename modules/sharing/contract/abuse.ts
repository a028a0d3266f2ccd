import { endpoint, maxEmailLength, object, oneOf, optional, redirect, string } from '../../shared/contract.ts'
import { tokenParams } from './tokens.ts'

export const abuseReasons = ['malware', 'illegal', 'copyright', 'private-data', 'spam', 'other'] as const
export type AbuseReason = (typeof abuseReasons)[number]

export const maxReportLength = 2_000

/** A form that works without scripts. Redirects to the form again, with `sent=1` or `problem`. */
export const reportAbuse = endpoint({
  method: 'POST',
  path: '/share/:token/report',
  summary: 'Report the abuse of a link by a form',
  access: 'share',
  // The form has a token field of its own.
  csrf: false,
  params: tokenParams(),
  body: object({
    csrf: string({ maxLength: 200 }),
    reason: oneOf(abuseReasons),
    message: optional(string({ maxLength: maxReportLength })),
    email: optional(string({ maxLength: maxEmailLength })),
  }),
  bodyKind: 'form',
  pageErrors: true,
  response: { 303: redirect },
  errors: ['platform.csrf-mismatch', 'platform.cross-site', 'platform.too-many-attempts'],
})
