/** Extra top-level fields of an error body, such as `expected_offset` of a 409 (API.md D27). */
export interface FailureExtras {
  /** The field that is at fault, as it is named on the wire, where it is not the one of the table. */
  field?: string
  /** Field → reasons, already in the reader's language or as `namespace:key`; instead of the field of the table. */
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

  /** The same error for a call that names its fields otherwise. */
  withFields(rename: (field: string) => string): AppError {
    const { namespace, code, status, extras } = this
    if (!extras.errors) return this
    const errors = Object.fromEntries(Object.entries(extras.errors).map(([field, texts]) => [rename(field), texts]))
    return new AppError(namespace, code, status, { ...extras, errors })
  }
}

/** A 422 says which field of the call it is about (API.md D47), or why it is about none. */
export type Unprocessable =
  | { status: 422; field: string }
  | { status: 422; fieldPerCall: true }
  | { status: 422; noField: string }

/** 422 about one field, by its name in the body, the form or the query. */
export const invalid = (field: string) => ({ status: 422, field }) as const
/** 422 whose field depends on the call: `fail` then asks for it. */
export const invalidPerCall = () => ({ status: 422, fieldPerCall: true }) as const
/** 422 about the state of things, whatever the call's fields say. */
export const notAboutField = (reason: string) => ({ status: 422, noField: reason }) as const

type PlainStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 414 | 415 | 416 | 419 | 421 | 423 | 429 | 500 | 503 | 507
type Entry = PlainStatus | Unprocessable

type ExtrasOf<Of> = Of extends { fieldPerCall: true }
  ? [extras: FailureExtras & ({ field: string } | { errors: Record<string, string[]> })]
  : [extras?: FailureExtras]

export interface ErrorTable<Entries extends Readonly<Record<string, Entry>>> {
  namespace: string
  entries: Entries
  fail<Code extends keyof Entries & string>(code: Code, ...extras: ExtrasOf<Entries[Code]>): AppError
}

/** All tables of the process, so that a test can hold each code against the texts. */
export const errorTables: { namespace: string; entries: Readonly<Record<string, Entry>> }[] = []

const withField = (namespace: string, code: string, entry: Entry, extras: FailureExtras = {}): FailureExtras => {
  const field = extras.field ?? (typeof entry === 'object' && 'field' in entry ? entry.field : undefined)
  if (extras.errors || field === undefined) return extras
  return { ...extras, errors: { [field]: [`${namespace}:error.${code}`] } }
}

/** One table code → status per module: `throw errors.fail('quota-exceeded')`. A 422 carries `errors` with its field. */
export const errorTable = <const Entries extends Readonly<Record<string, Entry>>>(
  namespace: string,
  entries: Entries,
): ErrorTable<Entries> => {
  errorTables.push({ namespace, entries })
  return {
    namespace,
    entries,
    fail: (code, ...[extras]) => {
      const entry = entries[code] as Entry
      const status = typeof entry === 'number' ? entry : entry.status
      return new AppError(namespace, code, status, withField(namespace, code, entry, extras))
    },
  }
}

export const platformErrors = errorTable('platform', {
  'validation-failed': invalidPerCall(),
  'bad-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'csrf-mismatch': 419,
  'cross-site': 403,
  'unknown-host': 421,
  'unsupported-media-type': 415,
  'too-large': 413,
  'uri-too-long': 414,
  'too-many-attempts': 429,
  'not-installed': 503,
  unavailable: 503,
  internal: 500,
})
