/** Node's error codes of a failed or lost connection. */
const networkCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EAI_AGAIN|ENOTFOUND|ERR_STREAM_(DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE))$/
/** SQLSTATEs that end the session: connection exceptions, shutdown, crash, not yet ready, session timeouts. */
const sessionEndCodes = /^(08\w{3}|57P0[1235]|25P03)$/
/** Messages of pg and its pool that have no code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end/

/**
 * SQLSTATEs of failed statements that may succeed when repeated: out of resources, lock not available, serialization
 * failure, deadlock, canceled by a timeout, aborted transaction. 23503: the row that a statement was about to reference
 * was deleted concurrently, such as a share link that is being deleted.
 */
const transientCodes = /^(53\w{3}|55P03|40001|40P01|57014|25P02|23503)$/

interface DriverError {
  code?: unknown
  syscall?: unknown
  message?: unknown
  cause?: unknown
  errors?: unknown
}

/** Depth to which nested errors are searched. */
const maxDepth = 5

/** Whether the error, one of its causes, or one of its aggregated errors passes `test`. */
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
 * True when the connection to the database was lost or could not be established. The outcome of the running statement,
 * which may be a COMMIT, is then unknown: files that belong to its rows must not be deleted.
 */
export const isConnectionLost = (error: unknown): boolean =>
  some(
    error,
    ({ code, syscall, message }) =>
      networkCodes.test(String(code)) ||
      sessionEndCodes.test(String(code)) ||
      // The database's socket does not exist while the server restarts.
      (code === 'ENOENT' && syscall === 'connect') ||
      driverMessages.test(String(message)),
  )

/** True when the same request may succeed shortly after: 503 with Retry-After, never 500 (docs/security.md, R03, R04). */
export const isTransientDatabaseError = (error: unknown): boolean =>
  isConnectionLost(error) || some(error, ({ code }) => transientCodes.test(String(code)))
