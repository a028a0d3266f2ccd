import { errorTable, failure, invalid, notAboutField } from '../../platform/index.ts'

export const usersErrors = errorTable('users', {
  'credentials-invalid': invalid('email', 'No account has this email address and this password.'),
  'email-not-verified': failure(403, 'The password is right, and the email address is not verified yet.'),
  'account-suspended': failure(403, 'The password is right, and the account is suspended.'),
  'registration-closed': failure(401, 'The installation accepts no new accounts.'),
  'reset-token-invalid': invalid('token', 'The reset token is unknown, used, expired, or of another email.'),
  'verification-link-invalid': notAboutField(
    'The token in the path is unknown, used or expired.',
    'the token is part of the path, which is no field',
  ),
  'tokens-limit': notAboutField(
    'The account has the maximum number of personal tokens.',
    'the account has as many tokens as it may have',
  ),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    users: keyof typeof usersErrors.entries
  }
}
