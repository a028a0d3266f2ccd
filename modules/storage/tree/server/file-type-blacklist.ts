import { storageErrors } from './errors.ts'

/** All extensions after the first dot, as Windows reads them: `x.PHP.`, `x.php.jpg` and `x.php::$DATA` contain `php`. */
const extensionsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[.:\s]+/)
    .slice(1)
    .filter((part) => part !== '' && part !== '$data')

const blacklistedType = (field: string) => storageErrors.fail('file-type-not-allowed', { field })

/** 422 `file-type-not-allowed` when any extension of the name is on the list (A31). */
export const rejectBlacklistedName = (
  blacklist: readonly string[],
  name: string,
  extension: string | null = null,
  field = 'chunk',
): void => {
  if (blacklist.length === 0) return
  const parts = extensionsOf(name)
  if (extension) parts.push(...extensionsOf(`.${extension}`))
  if (parts.some((part) => blacklist.includes(part))) throw blacklistedType(field)
}

/** 422 `file-type-not-allowed` when the media type, its type or its subtype is on the list. */
export const rejectBlacklistedType = (blacklist: readonly string[], mediaType: string): void => {
  if (blacklist.length === 0) return
  if ([mediaType, ...mediaType.split('/')].some((part) => blacklist.includes(part))) throw blacklistedType('chunk')
}
