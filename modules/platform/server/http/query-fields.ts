import type { Static, TSchema } from '../../../shared/contract.ts'
import { AppError } from '../errors.ts'
import { compileCheck } from './validate.ts'

/**
 * Makes a reader of the query of a page's URL. It returns the fields that fit the schema, as the schema's check returns
 * them. Invalid and empty fields are left out, so that an edited URL still shows a list. The schema has optional fields
 * only.
 */
export const queryFields = <S extends TSchema & { properties: object }>(
  schema: S,
): ((search: Readonly<Record<string, string>>) => Static<S>) => {
  const check = compileCheck(schema, 'query')
  const names = Object.keys(schema.properties)
  const read = (name: string, value: string | undefined): object => {
    try {
      return value ? (check({ [name]: value }) as object) : {}
    } catch (error) {
      if (error instanceof AppError) return {}
      throw error
    }
  }
  return (search) => Object.assign({}, ...names.map((name) => read(name, search[name])))
}
