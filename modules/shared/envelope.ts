import {
  array,
  boolean,
  integer,
  nullable,
  object,
  optional,
  record,
  type Static,
  string,
  type TSchema,
  unknown,
} from './schema.ts'

/** `{data: …}` around one resource (D3). */
export const single = <T extends TSchema>(resource: T) => object({ data: resource })

/** Page numbers and the opaque keyset cursor of the next page (D4). */
export type Paginate = Static<typeof Paginate>
export const Paginate = object({
  currentPage: integer(),
  lastPage: integer(),
  perPage: integer(),
  total: integer(),
  nextCursor: nullable(string()),
  /** Keyset cursor of the page before this one, where the list offers it. */
  prevCursor: optional(nullable(string())),
  /** Position of the first row in the whole list, from 0, where the list offers it. */
  from: optional(integer()),
})

/** `meta` of a list that is counted up to a bound. `total_is_minimum`: there are more entries than `paginate.total`. */
export const BoundedMeta = object({ paginate: Paginate, total_is_minimum: boolean() })

/** A list whose entries are each wrapped in `data` again, with `meta.root` and `meta.paginate`. */
export const list = <T extends TSchema, R extends TSchema>(resource: T, root: R) =>
  object({
    data: array(object({ data: resource })),
    meta: object({ root, paginate: Paginate }),
  })

/** Every error (D13): `code` is stable, `message` is text in the caller's language. */
export const ErrorBody = object({
  type: string(),
  code: string(),
  message: string(),
  errors: optional(record(string(), array(string()))),
  details: optional(record(string(), unknown())),
  /** By which the log has the reason of a failure; also in its message. */
  reference: optional(string()),
})

export const SuccessMessage = object({ type: string(), message: string() })
