import { checkName, type NameProblem } from '../contract.ts'
import { storageErrors } from './errors.ts'

const codes = {
  empty: 'name-empty',
  'too-long': 'name-too-long',
  'forbidden-character': 'name-forbidden-character',
  reserved: 'name-reserved',
} as const satisfies Record<NameProblem, string>

/** The name in NFC, or 422 with the reason at `field`. */
export const cleanName = (given: string, field = 'name'): string => {
  const checked = checkName(given)
  if ('name' in checked) return checked.name
  const code = codes[checked.problem]
  throw storageErrors.fail(code, { field })
}
