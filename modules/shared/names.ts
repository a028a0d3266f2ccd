/** A name of one line: runs of white space become one space, and outer white space is removed. */
export const foldSpaces = (name: string): string => name.replace(/\s+/g, ' ').trim()

const asRead = (name: string) => foldSpaces(name.normalize('NFKC').replace(/\p{Cf}/gu, ''))

/** Whether two names read the same: white space is folded, invisible characters are ignored. */
export const isSameName = (one: string, other: string): boolean => asRead(one) === asRead(other)
