import { errorTable, failure, invalidField, invalidFieldPerCall } from '../../platform/index.ts'

export const installerErrors = errorTable('installer', {
  installed: failure(410, 'The instance is set up already.'),
  'setup-token-invalid': failure(403, 'The setup token is missing or wrong; the server prints it when it starts.'),
  'value-invalid': invalidFieldPerCall('A field is missing or out of its limits.'),
  'url-differs': invalidField(
    'url',
    'The wizard was opened by another name; `confirm_url` sets this one nevertheless.',
  ),
  'proxies-fixed': invalidField(
    'trusted_proxies',
    'The variable TRUSTED_PROXIES of the environment sets other proxies.',
  ),
  'set-by-environment': failure(409, 'A variable of the environment decides; remove it to choose here.'),
  'database-unreachable': invalidField('host', 'No PostgreSQL accepts connections there.'),
  'database-sign-in': invalidField('password', 'PostgreSQL rejects the user or the password.'),
  'database-missing': invalidField('name', 'PostgreSQL has no database of this name.'),
  'database-old': invalidField('host', 'PostgreSQL is older than version 15.'),
  'database-connections': invalidField('host', 'PostgreSQL accepts fewer than 40 connections.'),
  'database-used': invalidField('name', 'The database has tables already.'),
  'database-key': invalidField(
    'app_key',
    'The database belongs to another APP_KEY: that of its installation is needed.',
  ),
  'database-extensions': invalidField('host', 'PostgreSQL does not have the extensions pg_trgm and unaccent.'),
  'database-rights': invalidField('username', 'The user may not create tables or extensions in the database.'),
  'database-failed': invalidField('name', 'The schema could not be created; the log has the reason.'),
  'mail-unreachable': invalidField('host', 'The mail server cannot be reached or rejects the sign-in.'),
  'password-mismatch': invalidField('password_confirmation', 'The passwords differ.'),
  'password-weak': invalidField('password', 'The password is too short, too long or too easy to guess.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    installer: keyof typeof installerErrors.entries
  }
}
