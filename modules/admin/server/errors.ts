import { errorTable, failure, invalid, notAboutField } from '../../platform/index.ts'

export const adminErrors = errorTable('admin', {
  'own-account': failure(409, 'Administrators cannot suspend or delete their own account here.'),
  'name-mismatch': invalid('name', 'The name is not the name of the account.'),
  'setting-unknown': invalid('name', 'There is no setting of this name that administrators change.'),
  'setting-invalid': invalid('value', 'The setting does not accept the value.'),
  'image-unreadable': invalid('file', 'This is no picture that can be read.'),
  'set-by-environment': failure(409, 'The environment sets this; change it there.'),
  'connection-failed': notAboutField(
    'The mail server did not accept the email; the log has the reason.',
    'the call has no fields',
  ),
  'page-value-invalid': invalid('value', 'The field of the page does not accept the value.'),
  'invalid-cursor': invalid('cursor', 'The cursor is not of this list.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    admin: keyof typeof adminErrors.entries
  }
}
