export type { Access, BodyOf, EndpointSpec, Method, ParamsOf, QueryOf, ResultOf } from './endpoint.ts'
export { endpoint } from './endpoint.ts'
export { ErrorBody, list, Paginate, SuccessMessage, single } from './envelope.ts'
export {
  defaultPerPage,
  defaultSorting,
  listQuery,
  maxPerPage,
  type SortDirection,
  type SortField,
  type Sorting,
  sortFields,
} from './paging.ts'
export * from './schema.ts'
export { formatGigabytes, formatMegabytes } from './sizes.ts'
