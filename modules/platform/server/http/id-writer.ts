import { isUuid, type TSchema, uuidPattern } from '../../../shared/contract.ts'

/** The parts of a schema by which a value can be walked. */
export type SchemaNode = TSchema & {
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  anyOf?: SchemaNode[]
  pattern?: string
}

type Write = (value: unknown) => unknown

/**
 * Writes ids as the database does, in lower case: code compares them as text, and stores them in the audit log. Null for a
 * schema without ids.
 */
export const idWriter = ({ pattern, items, anyOf, properties = {} }: SchemaNode): Write | null => {
  if (pattern === uuidPattern)
    return (value) => (typeof value === 'string' && isUuid(value) ? value.toLowerCase() : value)
  if (items) {
    const write = idWriter(items)
    return write && ((value) => (Array.isArray(value) ? value.map(write) : value))
  }
  if (anyOf) {
    const writes = anyOf.flatMap((branch) => idWriter(branch) ?? [])
    return writes.length === 0 ? null : (value) => writes.reduce((written, write) => write(written), value)
  }
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const write = idWriter(field)
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
