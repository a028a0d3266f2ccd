import type { Static, TSchema } from '../../../shared/contract.ts'
import { AppError } from '../errors.ts'
import { compileCheck } from './validate.ts'

/**
 * Compiles a schema into a reader of rows that another version may have written, or people have changed: returns the cleaned
 * row, null where the schema rejects it.
 */
export const compileRowReader = <Schema extends TSchema>(schema: Schema): ((row: unknown) => Static<Schema> | null) => {
  const check = compileCheck(schema, 'body')
  return (row) => {
    try {
      return check(row) as Static<Schema>
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
}
