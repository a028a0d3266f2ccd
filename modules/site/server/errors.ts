import { errorTable, failure, invalidField } from '../../platform/index.ts'

export const siteErrors = errorTable('site', {
  'invalid-email': invalidField('email', 'Not an email address.'),
  'page-changed': failure(409, 'The text was changed since the version that the call replaces.'),
  'message-required': invalidField('message', 'A message needs some text.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    site: keyof typeof siteErrors.entries
  }
}
