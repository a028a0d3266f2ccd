import { endpoint, object, optional, redirect, string } from '../../shared/contract.ts'

/** The page that ends a user's emails about notifications. */
export const unsubscribePath = (token: string): string => `/unsubscribe/${token}`

/**
 * The token of the link is enough: mail programs send this without cookies, from their servers, with the field
 * `List-Unsubscribe=One-Click` (RFC 8058), and follow no redirect. The page's form lacks that field.
 */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe/:token',
  summary: 'End emails about notifications by the link in one of them',
  access: 'public',
  scope: 'none',
  csrf: false,
  params: object({ token: string({ maxLength: 100 }) }),
  body: object({ 'List-Unsubscribe': optional(string({ maxLength: 100 })) }),
  bodyKind: 'form',
  response: { 204: null, 303: redirect },
  errors: ['platform.not-found'],
})
