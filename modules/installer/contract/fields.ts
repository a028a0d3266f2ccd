import { boolean, number, optional, string, union } from '../../shared/contract.ts'

export const maxFieldLength = 1_000
/** A field of a form. */
export const textField = () => optional(string({ maxLength: maxFieldLength }))
/** A number or a switch; forms send text. */
export const scalarField = () => optional(union([string({ maxLength: maxFieldLength }), number(), boolean()]))
