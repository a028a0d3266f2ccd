import pg from 'pg'

/** Columns of a result and the parsers of their values, as pg's `Result` holds them. */
interface Columns {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** The parts of pg's `Query` that `@types/pg` leaves out. */
declare class Submittable {
  constructor(statement: pg.QueryConfig)
  readonly name: string
  readonly _result: Columns
  _accumulateRows: boolean
  submit(connection: object): Error | null
  handleRowDescription(message: unknown): void
}
const Query = pg.Query as unknown as typeof Submittable

interface ConnectionState {
  /** Columns of the statements that this connection has described. */
  columns: Map<string, Columns>
  /** The connection, without messages that ask for a description. */
  describesNothing: object
}
const states = new WeakMap<object, ConnectionState>()

const stateOf = (connection: object): ConnectionState => {
  const known = states.get(connection)
  if (known) return known
  const describesNothing = Object.assign(Object.create(connection), { describe: () => undefined }) as object
  const state = { columns: new Map<string, Columns>(), describesNothing }
  states.set(connection, state)
  return state
}

/**
 * A prepared statement whose columns each connection describes once: PostgreSQL rejects a prepared statement whose columns
 * have changed since ("cached plan must not change result type"). pg asks for the description with each execution.
 */
export class PreparedRead extends Query {
  private columns: Map<string, Columns> | null = null

  override submit(connection: object): Error | null {
    const { columns, describesNothing } = stateOf(connection)
    this.columns = columns
    const described = columns.get(this.name)
    if (!described) return super.submit(connection)
    Object.assign(this._result, described)
    this._accumulateRows = true
    return super.submit(describesNothing)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.columns?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}
