/** The path of an entry below what was dropped. */
export const pathOf = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\//, '')
