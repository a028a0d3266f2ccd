import { errorTable, failure, invalidField, temporaryFailure, unprocessable } from '../../platform/index.ts'

export const usersErrors = errorTable('users', {
  'credentials-invalid': invalidField('email', 'No account has this email address and this password.'),
  'email-not-verified': failure(403, 'The password is right, and the email address is not verified yet.'),
  'account-suspended': failure(403, 'The password is right, and the account is suspended.'),
  'registration-closed': failure(401, 'The installation accepts no new accounts.'),
  'registration-disabled': failure(
    409,
    'New accounts cannot be created for now: the installation lacks a setting that they need.',
  ),
  'bot-check-failed': invalidField('reCaptcha', 'The proof of work or reCAPTCHA is missing, wrong, expired or used.'),
  'reset-token-invalid': invalidField('token', 'The reset token is unknown, used, expired, or of another email.'),
  'verification-link-invalid': unprocessable(
    'The token in the path is unknown, used or expired.',
    'the token is part of the path, which is no field',
  ),
  'avatar-unreadable': invalidField('avatar', 'The file is no picture that the server decodes.'),
  'export-downloading': temporaryFailure(429, 30, 'The account is downloading its export already.'),
  'email-change-invalid': unprocessable(
    'The token is unknown or expired, or another account has the new email by now.',
    'the token comes from a link, which is no field that people fill in',
  ),
  'password-confirmation-required': failure(
    423,
    'The password was not confirmed in this session within 15 minutes: POST /user/confirm-password.',
  ),
  'session-required': failure(403, 'Only a signed-in browser may do this, not a personal token.'),
  'sign-in-expired': failure(
    401,
    'The sign-in began too long ago or had too many wrong codes: restart with the password.',
  ),
  'two-factor-required': failure(423, 'The account has a second factor: send `code` or `recovery_code` too.'),
  'two-factor-enabled': failure(409, 'The second factor is in use already; disable it first.'),
  'two-factor-not-prepared': failure(409, 'There is no second factor that waits for its first code.'),
  'two-factor-code-invalid': invalidField('code', 'The code is wrong, expired or was used before.'),
  'recovery-code-invalid': invalidField('recovery_code', 'The recovery code is wrong or was used before.'),
  'passkey-invalid': unprocessable(
    'The passkey is unknown, or did not sign the challenge of this browser within 10 minutes.',
    'the browser and the authenticator answer, not a person',
  ),
  'passkeys-limit': unprocessable(
    'The account has the maximum number of passkeys.',
    'the account has as many passkeys as it may have',
  ),
  'last-sign-in-method': failure(409, 'Without it there would be no way to sign in.'),
  'last-admin': failure(409, 'The installation would have no administrator.'),
  'provider-not-configured': failure(404, 'The installation does not offer sign-in by this provider.'),
  'provider-unreachable': temporaryFailure(503, 30, 'The metadata of the identity provider cannot be read now.'),
  'provider-failed': failure(
    400,
    'The browser did not begin here, or the response of the identity provider is wrong, denied or expired.',
  ),
  'provider-email-missing': unprocessable(
    'A new account needs an email that the identity provider has verified.',
    'the provider answers, not a person',
  ),
  'provider-linked-elsewhere': failure(409, 'The identity is linked to another account.'),
  'provider-account-exists': failure(
    409,
    'An account has this email, and nothing has proven that the email is its owner’s, or another identity of the provider is linked to it: sign in to it, then link the provider.',
  ),
  'tokens-limit': unprocessable(
    'The account has the maximum number of personal tokens.',
    'the account has as many tokens as it may have',
  ),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    users: keyof typeof usersErrors.entries
  }
}
