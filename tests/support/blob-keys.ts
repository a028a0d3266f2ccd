/** Keys of listed blobs or staged files, in whatever store they are. */
export const keysOf = async (files: AsyncIterable<{ key: string }>): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of files) keys.push(key)
  return keys
}

/** Why a test that looks at the files of the local store does not run with an object store; false when it does. */
export const localStoreOnly = process.env.TEST_S3_URL ? 'looks at the files of the local store' : false
