const fieldOf = (error: unknown, name: 'status' | 'code'): unknown =>
  (error as { [field in typeof name]?: unknown } | null | undefined)?.[name]

/** HTTP status of an API or application error; undefined for anything else that was thrown. */
export const statusOf = (error: unknown): number | undefined => {
  const status = fieldOf(error, 'status')
  return typeof status === 'number' ? status : undefined
}

/** Code of an application, system or database error; undefined for anything else that was thrown. */
export const codeOf = (error: unknown): string | undefined => {
  const code = fieldOf(error, 'code')
  return typeof code === 'string' ? code : undefined
}

/** Resolves with null where `promise` rejects with 404; rejects with any other error. */
export const ifMissing = <T>(promise: Promise<T>): Promise<T | null> =>
  promise.catch((error: unknown) => {
    if (statusOf(error) === 404) return null
    throw error
  })
