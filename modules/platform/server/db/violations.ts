import { codeOf } from '../../../shared/contract.ts'

/** A statement would have stored a second row with a unique key (SQLSTATE `unique_violation`). */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505'
/** A statement would have left a row whose reference has no target (SQLSTATE `foreign_key_violation`). */
export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503'
