import { isEmail } from '../../../shared/contract.ts'
import { maxPasswordLength, minPasswordLength } from '../../contract.ts'
import type { FieldCheck } from './useForm.ts'

export const emailCheck: FieldCheck = (value) =>
  value.trim() === '' ? 'users:page.field.required' : isEmail(value.trim()) ? null : 'users:page.field.email'

export const requiredCheck: FieldCheck = (value) => (value.trim() === '' ? 'users:page.field.required' : null)

/** For a current password: any text but an empty one. */
export const givenPasswordCheck: FieldCheck = (value) => (value === '' ? 'users:page.field.required' : null)

/** Length in UTF-16 units, as on the server. */
export const newPasswordCheck: FieldCheck = (value) => {
  if (value === '') return 'users:page.field.required'
  if (value.length < minPasswordLength) return 'users:page.password.tooShort'
  return value.length > maxPasswordLength ? 'users:page.password.tooLong' : null
}

export const repeatedPasswordCheck: FieldCheck = (value, all) => {
  if (value === '') return 'users:page.field.required'
  return value === all.password ? null : 'users:page.password.different'
}
