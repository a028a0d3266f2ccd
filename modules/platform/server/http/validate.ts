import { Compile } from 'typebox/compile'
import { Check, Clean, Convert } from 'typebox/value'
import type { TSchema } from '../../../shared/contract.ts'
import { platformErrors } from '../errors.ts'
import { canonicalWriter, type SchemaNode } from './canonical-writer.ts'

export type RequestPart = 'params' | 'query' | 'body'

/** Converts a JSON pointer to a field path: `/items/0/id` → `items.0.id`. */
const fieldOf = (pointer: string, part: RequestPart) => pointer.slice(1).replaceAll('/', '.') || part

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/
type Field = TSchema & { type?: string; enum?: unknown }

/** A fast reader for the declared fields of a query or path, which converts numbers; null when a field's type needs the general conversion. */
const fieldReader = (schema: TSchema): ((value: unknown) => unknown) | null => {
  const { properties, additionalProperties } = schema as TSchema & { properties?: Record<string, Field> } & {
    additionalProperties?: boolean
  }
  if (!properties || additionalProperties !== false) return null
  if (Object.values(properties).some((field) => !field.type && !field.enum)) return null
  const fields = Object.entries(properties).map(([name, { type }]) => ({
    name,
    number: /^(integer|number)$/.test(type ?? ''),
  }))
  return (value) => {
    const read: Record<string, unknown> = {}
    for (const { name, number } of fields) {
      const sent = (value as Record<string, unknown>)[name]
      if (sent !== undefined)
        read[name] = number && typeof sent === 'string' && decimal.test(sent) ? Number(sent) : sent
    }
    return read
  }
}

/**
 * The body without outer spaces of texts that they make invalid; an empty text is null where only null is accepted. Valid
 * texts and passwords stay unchanged.
 */
const withoutOuterSpaces = (schema: TSchema, value: unknown, name = ''): unknown => {
  const { properties = {}, items } = schema as SchemaNode
  if (typeof value === 'string') {
    const accepts = (candidate: string | null): boolean => Check(schema, candidate)
    if (/password/i.test(name) || accepts(value)) return value
    const text = value.trim()
    if (accepts(text)) return text
    return text === '' && accepts(null) ? null : value
  }
  if (Array.isArray(value)) return items ? value.map((entry) => withoutOuterSpaces(items, entry, name)) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const field = Object.hasOwn(properties, key) ? properties[key] : undefined
      return [key, field ? withoutOuterSpaces(field, entry, key) : entry]
    }),
  )
}

/**
 * Compiles a schema into a check that returns the cleaned value (without undeclared fields: mass assignment, A60) or throws
 * 422 with one reason per field. `isText`: strings are converted to numbers and booleans, as in a query, a path and a form,
 * but not in JSON. Texts of a body may have outer spaces.
 */
export const compileCheck = (schema: TSchema, part: RequestPart): ((value: unknown, isText?: boolean) => unknown) => {
  // Compiled at first use: most endpoints are not used between two starts, and compiling all schemas takes a tenth of a
  // start.
  let compiled: ReturnType<typeof Compile<TSchema>> | undefined
  const validator = () => {
    compiled ??= Compile(schema)
    return compiled
  }
  const readDirectly = part === 'body' ? (value: unknown) => value : fieldReader(schema)
  let write: ReturnType<typeof canonicalWriter> | undefined
  const written = (value: unknown) => {
    if (write === undefined) write = canonicalWriter(schema as SchemaNode)
    return write ? write(value) : value
  }
  return (value, isText = part !== 'body') => {
    const read = part === 'body' && isText ? null : readDirectly
    // Valid input skips Convert and Clean, which walk the schema at each call.
    const direct = read?.(value)
    if (read && validator().Check(direct)) return written(direct)
    const converted = isText ? Convert(schema, { ...(value as object) }) : value
    const trimmed = part === 'body' ? withoutOuterSpaces(schema, converted) : converted
    const cleaned = Clean(schema, trimmed)
    if (validator().Check(cleaned)) return written(cleaned)
    const errors: Record<string, string[]> = {}
    for (const error of validator().Errors(cleaned)) {
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
