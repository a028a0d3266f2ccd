import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'

/** Names below DATA_DIR; missing folders are created when they are needed. */
const names = ['', 'blobs', 'staging', 'thumbnails', 'mail', 'logs', '.env']

/** The folders of a DATA_DIR, and its `.env`, that exist and that this account cannot write. */
export const readOnlyFolders = async (dataDir: string): Promise<string[]> => {
  const paths = await Promise.all(
    names.map(async (name) => {
      const path = join(dataDir, name)
      const code = await access(path, constants.W_OK).then(
        () => null,
        (error: NodeJS.ErrnoException) => error.code,
      )
      return code === null || (code === 'ENOENT' && name !== '') ? [] : [path]
    }),
  )
  return paths.flat()
}
