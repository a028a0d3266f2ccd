import type { TSchema } from '../../modules/shared/contract.ts'
import { namedSchemas } from './modules.ts'

export type JsonObject = { [key: string]: unknown }

/** Writes schemas as JSON Schema 2020-12, with references to the schemas that contracts export by name. */
export class SchemaRegistry {
  private readonly names = new Map<string, string>()
  /** `components.schemas`. */
  readonly components: Record<string, JsonObject> = {}

  constructor() {
    const named = [...namedSchemas()].sort(([a], [b]) => a.localeCompare(b))
    for (const [name, schema] of named) {
      const text = JSON.stringify(schema)
      if (!this.names.has(text)) this.names.set(text, name)
    }
    for (const [name, schema] of named)
      if (this.names.get(JSON.stringify(schema)) === name) this.components[name] = this.inside(plain(schema))
  }

  /** A reference if the schema has a name, else the schema itself. */
  of(schema: TSchema): JsonObject {
    return this.node(plain(schema)) as JsonObject
  }

  private node(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.node(entry))
    if (typeof value !== 'object' || value === null) return value
    const name = this.names.get(JSON.stringify(value))
    return name ? { $ref: `#/components/schemas/${name}` } : this.inside(value as JsonObject)
  }

  private inside(value: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.node(entry)]))
  }
}

/** The schema without TypeBox's symbols. */
const plain = (schema: TSchema): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject
