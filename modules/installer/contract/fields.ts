import { boolean, number, optional, string, union } from '../../shared/contract.ts'

/** A field of a form. */
export const text = () => optional(string({ maxLength: 1_000 }))
/** A number or a switch; forms send text. */
export const value = () => optional(union([string({ maxLength: 1_000 }), number(), boolean()]))
