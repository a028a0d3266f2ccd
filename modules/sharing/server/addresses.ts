import { emailPattern } from '../../users/contract.ts'
import { normalEmail } from '../../users/index.ts'
import { sharingErrors } from './errors.ts'

const pattern = new RegExp(emailPattern, 'u')

/** In the form in which addresses are kept. 422 at `field` for what is none. */
export const addressOf = (given: string, field = 'email'): string => {
  const email = normalEmail(given)
  if (!pattern.test(email)) throw sharingErrors.fail('bad-email', { field })
  return email
}

/** The same for many, each once. */
export const addressesOf = (given: readonly string[] = []): string[] => [
  ...new Set(given.map((email, at) => addressOf(email, `emails.${at}`))),
]
