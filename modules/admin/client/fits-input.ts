import { typedDecimal } from '../../shared/contract.ts'

interface NumberInput {
  kind: string
  min?: number
  max?: number
  whole?: boolean
}

/** True when a text fits the limits of its input; the server checks the rest. */
export const fitsInput = ({ kind, min = 0, max = 0, whole }: NumberInput, text: string): boolean => {
  if (kind !== 'number') return true
  const digits = typedDecimal(text)
  const value = (whole ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,15})?$/).test(digits) ? Number(digits) : Number.NaN
  return value >= min && value <= max
}
