import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]
/** Fields and a text, or a text alone. */
type Given = [fields: unknown, text?: string, ...values: unknown[]]

/**
 * The logger of one request, whose lines contain its id. The logger below it is created with the first line: most requests
 * write none, and creating one takes longer than routing.
 */
export class RequestLogger implements FastifyBaseLogger {
  private readonly parent: FastifyBaseLogger
  private readonly bindings: Bindings
  private readonly options: Options
  private created: FastifyBaseLogger | undefined
  constructor(parent: FastifyBaseLogger, bindings: Bindings, options?: Options) {
    this.parent = parent
    this.bindings = bindings
    this.options = options
  }

  private get logger(): FastifyBaseLogger {
    this.created ??= this.parent.child(this.bindings, this.options)
    return this.created
  }

  get level(): string {
    return this.logger.level
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.logger.child(bindings, options)
  }

  fatal(...given: Given): void {
    this.logger.fatal(...given)
  }
  error(...given: Given): void {
    this.logger.error(...given)
  }
  warn(...given: Given): void {
    this.logger.warn(...given)
  }
  info(...given: Given): void {
    this.logger.info(...given)
  }
  debug(...given: Given): void {
    this.logger.debug(...given)
  }
  trace(...given: Given): void {
    this.logger.trace(...given)
  }
  silent(...given: Given): void {
    this.logger.silent(...given)
  }
}
