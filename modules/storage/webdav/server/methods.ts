import type { Resource } from './resources.ts'

const everywhere = ['OPTIONS', 'PROPFIND']
const onItems = ['PROPPATCH', 'DELETE', 'COPY', 'MOVE', 'LOCK', 'UNLOCK']

/** Methods that change nothing. */
export const readingMethods: readonly string[] = ['OPTIONS', 'PROPFIND', 'GET', 'HEAD']

/** Methods that a resource takes, as the header `Allow` lists them. */
export const methodsOf = (resource: Resource): string => {
  if (resource.kind === 'free') return 'OPTIONS, PUT, MKCOL, LOCK'
  if (resource.kind === 'nowhere') return 'OPTIONS'
  if (resource.kind !== 'item') return everywhere.join(', ')
  return [...everywhere, ...onItems, ...(resource.entry.isFolder ? [] : ['GET', 'HEAD', 'PUT'])].join(', ')
}
