import type { TSchema } from '../../shared/contract.ts'

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

type PlainStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 414 | 415 | 416 | 419 | 421 | 423 | 429 | 500 | 503 | 507

interface Described {
  /** When it is answered, for the API document. */
  situation: string
}
interface Plain extends Described {
  status: PlainStatus
  /** Fields beside those of every error. */
  body?: Readonly<Record<string, TSchema>>
}
/** A 422 says which field of the call it is about (API.md D47), or why it is about none. */
export type Unprocessable = Described &
  ({ status: 422; field: string } | { status: 422; fieldPerCall: true } | { status: 422; noField: string })
export type ErrorEntry = Plain | Unprocessable

export const failure = (status: PlainStatus, situation: string, body: Readonly<Record<string, TSchema>> = {}) =>
  ({ status, situation, body }) as const
/** 422 about one field, by its name in the body, the form or the query. */
export const invalid = (field: string, situation: string) => ({ status: 422, field, situation }) as const
/** 422 whose field depends on the call: `fail` then asks for it. */
export const invalidPerCall = (situation: string) => ({ status: 422, fieldPerCall: true, situation }) as const
/** 422 about the state of things, whatever the call's fields say; `reason` tells why no field is named. */
export const notAboutField = (situation: string, reason: string) =>
  ({ status: 422, noField: reason, situation }) as const

type ExtrasOf<Of> = Of extends { fieldPerCall: true }
  ? [extras: FailureExtras & ({ field: string } | { errors: Record<string, string[]> })]
  : [extras?: FailureExtras]

export interface ErrorTable<Entries extends Readonly<Record<string, ErrorEntry>>> {
  namespace: string
  entries: Entries
  fail<Code extends keyof Entries & string>(code: Code, ...extras: ExtrasOf<Entries[Code]>): AppError
}

/** All tables of the process, so that a test can hold each code against the texts. */
export const errorTables: { namespace: string; entries: Readonly<Record<string, ErrorEntry>> }[] = []

const withField = (namespace: string, code: string, entry: ErrorEntry, extras: FailureExtras = {}): FailureExtras => {
  const field = extras.field ?? ('field' in entry ? entry.field : undefined)
  if (extras.errors || field === undefined) return extras
  return { ...extras, errors: { [field]: [`${namespace}:error.${code}`] } }
}

/** One table code → status per module: `throw errors.fail('quota-exceeded')`. A 422 carries `errors` with its field. */
export const errorTable = <const Entries extends Readonly<Record<string, ErrorEntry>>>(
  namespace: string,
  entries: Entries,
): ErrorTable<Entries> => {
  errorTables.push({ namespace, entries })
  return {
    namespace,
    entries,
    fail: (code, ...[extras]) => {
      const entry = entries[code] as ErrorEntry
      return new AppError(namespace, code, entry.status, withField(namespace, code, entry, extras))
    },
  }
}

export const platformErrors = errorTable('platform', {
  'validation-failed': invalidPerCall(
    'A field of the query or the body is missing, of another type or out of its limits.',
  ),
  'invalid-request': failure(400, 'The request cannot be read: broken JSON, a broken URL, or text with U+0000.'),
  unauthenticated: failure(401, 'There is no session and no valid token.'),
  forbidden: failure(403, 'The caller may not do this.'),
  'not-found': failure(404, 'What the path names does not exist, or is not the caller’s.'),
  'csrf-mismatch': failure(419, 'The X-XSRF-TOKEN header is missing or is not of this session.'),
  'cross-site': failure(403, 'The request comes from a page of another site.'),
  'unknown-host': failure(421, 'The Host header names another server.'),
  'unsupported-media-type': failure(415, 'The body has a media type or a content encoding that is not accepted.'),
  'too-large': failure(413, 'The body is longer than the server accepts for this call.'),
  'uri-too-long': failure(414, 'The URL is longer than 4 KiB, or 16 KiB where lists are accepted.'),
  'too-many-attempts': failure(429, 'The caller used up a rate limit; Retry-After says when it ends.'),
  'not-installed': failure(503, 'The installation is not set up yet.'),
  unavailable: failure(
    503,
    'The database or the memory for requests is not available now; Retry-After says when to try again.',
  ),
  internal: failure(500, 'The server failed; the log has the reason.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    platform: keyof typeof platformErrors.entries
  }
}
