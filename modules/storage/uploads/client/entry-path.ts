/** The path of an entry below what was dropped. */
export const entryPath = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\//, '')
