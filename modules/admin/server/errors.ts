import { errorTable, failure, invalidField, unprocessable } from '../../platform/index.ts'
import { string } from '../../shared/contract.ts'

export const adminErrors = errorTable('admin', {
  'own-account': failure(409, 'Administrators cannot suspend or delete their own account here.'),
  'active-subscription': failure(409, 'The account has an active subscription; cancel it before.'),
  'name-mismatch': invalidField('name', 'The name is not the name of the account.'),
  'setting-unknown': invalidField('name', 'There is no setting of this name that administrators change.'),
  'setting-invalid': invalidField('value', 'The setting does not accept the value.'),
  'currency-in-use': invalidField(
    'value',
    'Balances, payments into them that are not completed, open bills, metered subscriptions or the metered plan are in another currency.',
  ),
  'image-unreadable': invalidField('file', 'This is no picture that can be read.'),
  'no-backup-target': failure(409, 'Neither a folder nor an object store is set for backups.'),
  'set-by-environment': failure(409, 'The environment sets this; change it there.'),
  'storage-in-use': failure(409, 'There are files in the present store; `command` moves them.', { command: string() }),
  'connection-failed': unprocessable(
    'The mail server did not accept the email; the message has its reply.',
    'the call has no fields',
  ),
  'language-invalid': invalidField('locale', 'The locale is not a language tag such as `pt-BR`.'),
  'language-exists': invalidField('locale', 'The language exists.'),
  'language-required': unprocessable('English fills every other language and stays.', 'the call has no fields'),
  'language-key-unknown': invalidField('name', 'There is no text of this key.'),
  'language-placeholders': invalidField('value', 'The text has other placeholders than the English one.'),
  'language-text-invalid': invalidField('value', 'The text has control characters or `$t(`.'),
  'page-value-invalid': invalidField('value', 'The field of the page does not accept the value.'),
  'invalid-cursor': invalidField('cursor', 'The cursor is not of this list.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    admin: keyof typeof adminErrors.entries
  }
}
