import { isConnectionLost } from '../db/lost-connection.ts'
import type { Logger } from '../logger.ts'
import { StoppingError } from './stopping-error.ts'

/** Errors of a job that does something for each of many accounts: an account that fails does not stop the others. */
export class CollectedErrors {
  private readonly errors: unknown[] = []
  private readonly log: Logger
  private readonly message: string
  /** `message` is logged with each error. */
  constructor(log: Logger, message: string) {
    this.log = log
    this.message = message
  }

  /**
   * False when `action` fails. `details`, such as the account's id, are logged. Rejects without a database connection, and
   * when the process stops.
   */
  async collect(details: object, action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action()
      return true
    } catch (err) {
      if (isConnectionLost(err) || err instanceof StoppingError) throw err
      this.errors.push(err)
      this.log.warn({ err, ...details }, this.message)
      return false
    }
  }

  /** Called at the end. Throws the first error, so that the job is repeated. */
  rethrow(): void {
    if (this.errors.length > 0) throw this.errors[0]
  }
}
