import { errorTable, invalid, notAboutField } from '../../platform/index.ts'

export const usersErrors = errorTable('users', {
  'credentials-invalid': invalid('email'),
  'email-not-verified': 403,
  'account-suspended': 403,
  'registration-closed': 401,
  'reset-token-invalid': invalid('token'),
  'verification-link-invalid': notAboutField('the token is part of the path, which is no field'),
  'tokens-limit': notAboutField('the account has as many tokens as it may have'),
})
