import { isEmail } from '../../../shared/contract.ts'
import { maxPasswordLength, minPasswordLength } from '../../contract.ts'
import type { Check } from './useForm.ts'

export const emailCheck: Check = (value) =>
  value.trim() === '' ? 'users:page.field.required' : isEmail(value.trim()) ? null : 'users:page.field.email'

export const requiredCheck: Check = (value) => (value.trim() === '' ? 'users:page.field.required' : null)

/** For a current password: any text but an empty one. */
export const givenPasswordCheck: Check = (value) => (value === '' ? 'users:page.field.required' : null)

/** Length in UTF-16 units, as on the server. */
export const newPasswordCheck: Check = (value) => {
  if (value === '') return 'users:page.field.required'
  if (value.length < minPasswordLength) return 'users:page.password.tooShort'
  return value.length > maxPasswordLength ? 'users:page.password.tooLong' : null
}

export const repeatedPasswordCheck: Check = (value, all) => {
  if (value === '') return 'users:page.field.required'
  return value === all.password ? null : 'users:page.password.different'
}
