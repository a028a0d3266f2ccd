/** Extra top-level fields of an error body, such as `expected_offset` of a 409 (API.md D27). */
export interface FailureExtras {
  /** Field → reasons, already in the reader's language or as `namespace:key`. */
  errors?: Record<string, string[]>
  body?: Record<string, unknown>
  headers?: Record<string, string>
  /** Values for the message's placeholders. */
  values?: Record<string, string | number>
  cause?: unknown
}

/** A refusal with a stable `code`; its text is the i18n key `{namespace}:error.{code}`. */
export class AppError extends Error {
  readonly namespace: string
  readonly code: string
  readonly status: number
  readonly extras: FailureExtras
  constructor(namespace: string, code: string, status: number, extras: FailureExtras = {}) {
    super(`${namespace}:${code}`, { cause: extras.cause })
    this.namespace = namespace
    this.code = code
    this.status = status
    this.extras = extras
  }
}

export interface ErrorTable<Code extends string> {
  namespace: string
  statuses: Readonly<Record<Code, number>>
  fail(code: Code, extras?: FailureExtras): AppError
}

/** All tables of the process, so that a test can hold each code against the texts. */
export const errorTables: ErrorTable<string>[] = []

/** One table code → status per module: `throw errors.fail('quota-exceeded')`. */
export const errorTable = <const Code extends string>(
  namespace: string,
  statuses: Readonly<Record<Code, number>>,
): ErrorTable<Code> => {
  const table: ErrorTable<Code> = {
    namespace,
    statuses,
    fail: (code, extras) => new AppError(namespace, code, statuses[code], extras),
  }
  errorTables.push(table as unknown as ErrorTable<string>)
  return table
}

export const platformErrors = errorTable('platform', {
  'validation-failed': 422,
  'bad-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'csrf-mismatch': 419,
  'cross-site': 403,
  'unknown-host': 421,
  'unsupported-media-type': 415,
  'too-large': 413,
  'too-many-attempts': 429,
  'setup-needed': 503,
  unavailable: 503,
  internal: 500,
})
