import { emailPattern, maxEmailLength, nullable, object, optional, string } from '../../shared/contract.ts'

export const minPasswordLength = 10
export const maxPasswordLength = 128
export const Email = string({ minLength: 5, maxLength: maxEmailLength, pattern: emailPattern })
export const NewPassword = string({ minLength: minPasswordLength, maxLength: maxPasswordLength })
/** A current password, of any length that a stored one may have. */
export const GivenPassword = string({ minLength: 1, maxLength: maxPasswordLength })
export const maxNameLength = 255
/** Part of a character class: control characters and direction overrides, which change how the text around a value looks. */
export const unsafeInLines = '\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069'
/** One line of plain text. */
export const namePattern = `^[^${unsafeInLines}]*[^\\s${unsafeInLines}][^${unsafeInLines}]*$`
export const PersonName = string({ minLength: 1, maxLength: maxNameLength, pattern: namePattern })

export const AvatarUrls = nullable(object({ xs: string(), sm: string(), md: string() }))

/** `type` is `success`; `message` is for people, in their language. */
export const Done = object({ type: string(), message: string() })
export const methodOverride = { _method: optional(string({ maxLength: 10 })) }
