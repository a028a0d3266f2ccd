/** The names of a path, topmost first: empty ones and `.` are left out, and `..` takes off the name before it. */
export const pathParts = (path: string): string[] => {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts
}

/** The beginning of a name at the end of a path, which may be empty; null after `.` and `..`, which are whole. */
export const typedPart = (path: string): string | null => {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return last === '.' || last === '..' ? null : last
}
