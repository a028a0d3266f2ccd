import type { TSchema } from '../../shared/contract.ts'

/** Extra top-level fields of an error body, such as `expected_offset` of a 409 (D27). */
interface FailureExtras {
  /** The invalid field by its name in the API, when it differs from the table's. */
  field?: string
  /** Field → reasons, translated or as `namespace:key`; replaces the table's field. */
  errors?: Record<string, string[]>
  body?: Record<string, unknown>
  headers?: Record<string, string>
  /** Values for the message's placeholders. */
  values?: Record<string, string | number>
  cause?: unknown
}

/** An error with a stable `code`; its message is the i18n key `{namespace}:error.{code}`. */
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

  /** The same error for an endpoint whose fields have other names. */
  withFields(rename: (field: string) => string): AppError {
    const { namespace, code, status, extras } = this
    if (!extras.errors) return this
    const errors = Object.fromEntries(Object.entries(extras.errors).map(([field, texts]) => [rename(field), texts]))
    return new AppError(namespace, code, status, { ...extras, errors })
  }
}

type PlainStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 414 | 415 | 416 | 419 | 421 | 423 | 500 | 501 | 507
/** Statuses of temporary rejections. */
type TemporaryStatus = 429 | 503

interface Described {
  /** When the error occurs, for the API document. */
  situation: string
}
interface Plain extends Described {
  status: PlainStatus
  /** Additional fields of the error body. */
  body?: Readonly<Record<string, TSchema>>
}
interface Temporary extends Described {
  status: TemporaryStatus
  /** Seconds for `Retry-After`, unless `fail` has a better number; null: without the header. */
  retryAfter: number | null
}
/** A 422 names the invalid field (D47), or states why no field is invalid. */
type Unprocessable = Described &
  ({ status: 422; field: string } | { status: 422; fieldPerCall: true } | { status: 422; noField: string })
export type ErrorEntry = Plain | Temporary | Unprocessable

export const failure = (status: PlainStatus, situation: string, body: Readonly<Record<string, TSchema>> = {}) =>
  ({ status, situation, body }) as const
/** A temporary rejection. `retryAfter`: seconds until another attempt makes sense; null: unknown (D8). */
export const temporaryFailure = (status: TemporaryStatus, retryAfter: number | null, situation: string) =>
  ({ status, retryAfter, situation }) as const
/** 422 for one field, by its name in the body, the form or the query. */
export const invalidField = (field: string, situation: string) => ({ status: 422, field, situation }) as const
/** 422 whose field depends on the request: `fail` then requires it. */
export const invalidFieldPerCall = (situation: string) => ({ status: 422, fieldPerCall: true, situation }) as const
/** 422 because of stored state, whatever the request's fields are; `reason` states why no field is named. */
export const unprocessable = (situation: string, reason: string) =>
  ({ status: 422, noField: reason, situation }) as const

type ExtrasOf<Of> = Of extends { fieldPerCall: true }
  ? [extras: FailureExtras & ({ field: string } | { errors: Record<string, string[]> })]
  : [extras?: FailureExtras]

interface ErrorTable<Entries extends Readonly<Record<string, ErrorEntry>>> {
  namespace: string
  entries: Entries
  fail<Code extends keyof Entries & string>(code: Code, ...extras: ExtrasOf<Entries[Code]>): AppError
}

/** All tables of the process, so that a test can check that each code has a text. */
export const errorTables: { namespace: string; entries: Readonly<Record<string, ErrorEntry>> }[] = []

const withField = (namespace: string, code: string, entry: ErrorEntry, extras: FailureExtras = {}): FailureExtras => {
  const field = extras.field ?? ('field' in entry ? entry.field : undefined)
  if (extras.errors || field === undefined) return extras
  return { ...extras, errors: { [field]: [`${namespace}:error.${code}`] } }
}

const withRetryAfter = (entry: ErrorEntry, extras: FailureExtras): FailureExtras =>
  'retryAfter' in entry && entry.retryAfter !== null
    ? { ...extras, headers: { 'retry-after': String(entry.retryAfter), ...extras.headers } }
    : extras

/** The error codes of a module with their status: `throw errors.fail('quota-exceeded')`. A 422 contains `errors` with its field. */
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
      const full = withRetryAfter(entry, withField(namespace, code, entry, extras))
      return new AppError(namespace, code, entry.status, full)
    },
  }
}

export const platformErrors = errorTable('platform', {
  'validation-failed': invalidFieldPerCall(
    'A field of the query or the body is missing, of another type or out of its limits.',
  ),
  'invalid-page': invalidField('page', 'The page is neither a number from 1 nor `all`.'),
  'too-many-for-one-page': invalidField('page', '`page=all` on a list of more than 1,000 entries.'),
  'invalid-request': failure(400, 'Broken JSON, a broken URL, U+0000 in a text, or a value out of range.'),
  unauthenticated: failure(401, 'There is no session and no valid token.'),
  forbidden: failure(403, 'The caller may not do this.'),
  'scope-missing': failure(403, 'The personal token does not have the scope for this call.'),
  'not-found': failure(404, 'What the path names does not exist, or is not the caller’s.'),
  'csrf-mismatch': failure(419, 'The X-XSRF-TOKEN header is missing or is not of this session.'),
  'cross-site': failure(403, 'The request comes from a page of another site.'),
  'unknown-host': failure(421, 'The Host header names another server.'),
  'unsupported-media-type': failure(415, 'The body has a media type or a content encoding that is not accepted.'),
  'too-large': failure(413, 'The body is longer than the server accepts for this call.'),
  'uri-too-long': failure(414, 'The URL is longer than 4 KiB, or 16 KiB where lists or paths are accepted.'),
  'too-many-attempts': temporaryFailure(429, 60, 'The caller used up a rate limit; Retry-After says when it ends.'),
  'not-installed': temporaryFailure(503, null, 'The installation is not set up yet.'),
  unavailable: temporaryFailure(
    503,
    2,
    'No database or no memory for requests now; Retry-After says when to try again.',
  ),
  'storage-unreachable': invalidFieldPerCall('No object store answers at the endpoint.'),
  'storage-sign-in': invalidField('secret', 'The object store rejects the key or the secret.'),
  'storage-bucket': invalidField('bucket', 'The object store has no bucket of this name.'),
  'storage-region': invalidField('region', 'The bucket is in another region.'),
  'storage-rights': invalidField('key', 'The key lacks a right in the bucket; docs/operate.md lists them.'),
  'storage-taken': invalidField('bucket', 'The bucket holds the files of another installation.'),
  internal: failure(500, 'The server failed; the log has the reason.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    platform: keyof typeof platformErrors.entries
  }
}
