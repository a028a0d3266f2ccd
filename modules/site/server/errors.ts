import { errorTable, invalid } from '../../platform/index.ts'

export const siteErrors = errorTable('site', {
  'invalid-email': invalid('email', 'Not an email address.'),
  'message-required': invalid('message', 'A message needs some text.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    site: keyof typeof siteErrors.entries
  }
}
