import { emailPattern } from '../../users/contract.ts'
import { normalEmail } from '../../users/index.ts'
import { sharingErrors } from './errors.ts'

const pattern = new RegExp(emailPattern, 'u')

/** The email as it is stored. 422 `invalid-email` at `field`. */
export const validEmail = (input: string, field = 'email'): string => {
  const email = normalEmail(input)
  if (!pattern.test(email)) throw sharingErrors.fail('invalid-email', { field })
  return email
}

/** The same for a list, without duplicates. */
export const validEmails = (inputs: readonly string[] = []): string[] => [
  ...new Set(inputs.map((email, index) => validEmail(email, `emails.${index}`))),
]
