import { isUuid, type TSchema, uuidPattern, wordsOfAnyCase } from '../../../shared/contract.ts'

/** The parts of a schema by which a value can be walked. */
export type SchemaNode = TSchema & {
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  anyOf?: SchemaNode[]
  pattern?: string
  [wordsOfAnyCase]?: readonly string[]
}

type Write = (value: unknown) => unknown

/**
 * Writes checked values in one form, because code compares them as text and stores them: ids in lower case, as the database
 * does, and the words of `oneOfAnyCase` as their schema has them. Null for a schema without either.
 */
export const canonicalWriter = (schema: SchemaNode): Write | null => {
  const { pattern, items, anyOf, properties = {}, [wordsOfAnyCase]: words } = schema
  if (words) {
    const byLowerCase = new Map(words.map((word) => [word.toLowerCase(), word]))
    return (value) => (typeof value === 'string' ? (byLowerCase.get(value.toLowerCase()) ?? value) : value)
  }
  if (pattern === uuidPattern)
    return (value) => (typeof value === 'string' && isUuid(value) ? value.toLowerCase() : value)
  if (items) {
    const write = canonicalWriter(items)
    return write && ((value) => (Array.isArray(value) ? value.map(write) : value))
  }
  if (anyOf) {
    const writes = anyOf.flatMap((branch) => canonicalWriter(branch) ?? [])
    return writes.length === 0 ? null : (value) => writes.reduce((written, write) => write(written), value)
  }
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const write = canonicalWriter(field)
    return write ? [{ name, write }] : []
  })
  if (fields.length === 0) return null
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const checked = value as Record<string, unknown>
    for (const { name, write } of fields) if (Object.hasOwn(checked, name)) checked[name] = write(checked[name])
    return checked
  }
}
