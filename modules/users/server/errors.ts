import { errorTable } from '../../platform/index.ts'

export const usersErrors = errorTable('users', {
  'credentials-invalid': 422,
  'email-not-verified': 403,
  'account-suspended': 403,
  'registration-closed': 401,
  'reset-token-invalid': 422,
  'verification-link-invalid': 422,
  'tokens-limit': 422,
})
