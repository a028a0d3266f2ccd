import { Compile } from 'typebox/compile'
import { Clean, Convert } from 'typebox/value'
import type { TSchema } from '../../../shared/contract.ts'
import { platformErrors } from '../errors.ts'

export type Part = 'params' | 'query' | 'body'

/** Field path of a JSON pointer: `/items/0/id` → `items.0.id`. */
const fieldOf = (pointer: string, part: Part) => pointer.slice(1).replaceAll('/', '.') || part

/**
 * Compiles a schema into a check that returns the cleaned value (unnamed fields dropped: mass assignment, A60)
 * or throws 422 with one reason per field. Only query and path strings are converted to numbers and booleans.
 */
export const compileCheck = (schema: TSchema, part: Part): ((value: unknown) => unknown) => {
  const validator = Compile(schema)
  return (value) => {
    const given = part === 'body' ? value : Convert(schema, { ...(value as object) })
    const cleaned = Clean(schema, given)
    if (validator.Check(cleaned)) return cleaned
    const errors: Record<string, string[]> = {}
    for (const error of validator.Errors(cleaned)) {
      const missing =
        error.keyword === 'required' ? (error.params as { requiredProperties: string[] }).requiredProperties : null
      const base = error.instancePath
      for (const pointer of missing ? missing.map((name) => `${base}/${name}`) : [base]) {
        const field = fieldOf(pointer, part)
        errors[field] ??= [missing ? 'platform:validation.required' : `platform:validation.${reasonOf(error.keyword)}`]
      }
    }
    throw platformErrors.fail(part === 'params' ? 'not-found' : 'validation-failed', { errors })
  }
}

const reasons: Record<string, string> = {
  maxLength: 'too-long',
  minLength: 'too-short',
  maxItems: 'too-many',
  minimum: 'out-of-range',
  maximum: 'out-of-range',
}
const reasonOf = (keyword: string) => reasons[keyword] ?? 'invalid'
