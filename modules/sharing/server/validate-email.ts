import { isEmail } from '../../shared/contract.ts'
import { normalEmail } from '../../users/index.ts'
import { sharingErrors } from './errors.ts'

/** The email as it is stored. 422 `invalid-email` at `field`. */
export const validEmail = (input: string, field = 'email'): string => {
  const email = normalEmail(input)
  if (!isEmail(email)) throw sharingErrors.fail('invalid-email', { field })
  return email
}

/** The same for a list, without duplicates. */
export const validEmails = (inputs: readonly string[] = []): string[] => [
  ...new Set(inputs.map((email, index) => validEmail(email, `emails.${index}`))),
]
