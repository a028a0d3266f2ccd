/** Node's codes of a connection that failed or broke. */
const networkCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EAI_AGAIN|ENOTFOUND|ERR_STREAM_(DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE))$/
/** SQLSTATEs after which the session is over: connection exceptions, shutdown, crash, not yet ready, session timeouts. */
const sessionEndCodes = /^(08\w{3}|57P0[1235]|25P03)$/
/** What pg and its pool say without a code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end/

/**
 * SQLSTATEs of statements that the server gave up and that may succeed when they are sent again: out of resources, lock
 * not available, serialization failure, deadlock, canceled by a timeout, aborted transaction. 23503: what a statement
 * was about to refer to was deleted at that moment, such as a link that is revoked.
 */
const transientCodes = /^(53\w{3}|55P03|40001|40P01|57014|25P02|23503)$/

interface DriverError {
  code?: unknown
  syscall?: unknown
  message?: unknown
  cause?: unknown
  errors?: unknown
}

/** How deep errors are unwrapped. */
const maxDepth = 5

/** Whether the error, what caused it, or one of several that it stands for passes `test`. */
const some = (error: unknown, test: (error: DriverError) => boolean, depth = 0): boolean => {
  if (typeof error !== 'object' || error === null || depth > maxDepth) return false
  const { cause, errors } = error as DriverError
  return (
    test(error as DriverError) ||
    some(cause, test, depth + 1) ||
    (Array.isArray(errors) && errors.some((inner) => some(inner, test, depth + 1)))
  )
}

/**
 * True when the connection to the database was lost or could not be made. The outcome of the statement under way, a
 * COMMIT among them, is then unknown: what it may have made must not be cleaned up.
 */
export const isConnectionLost = (error: unknown): boolean =>
  some(
    error,
    ({ code, syscall, message }) =>
      networkCodes.test(String(code)) ||
      sessionEndCodes.test(String(code)) ||
      // The database's socket is away while it starts again.
      (code === 'ENOENT' && syscall === 'connect') ||
      driverMessages.test(String(message)),
  )

/** True when the same call may succeed a moment later: 503 with Retry-After, never 500 (SECURITY.md §0, R03, R04). */
export const isTransientDatabaseError = (error: unknown): boolean =>
  isConnectionLost(error) || some(error, ({ code }) => transientCodes.test(String(code)))
