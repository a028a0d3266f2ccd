import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Names of bundles, and of the folders that Node itself makes for each of its versions. */
const isCompiledCode = (name) => /^[\da-f]{12}$|^v\d+\./.test(name)

/** Other programs may share the operator's folder: theirs is compiled code, too. */
const ownFolder = (cache) => (basename(cache) === 'coffer' ? cache : join(cache, 'coffer'))

/**
 * The folder with compiled code of a bundle, below one that outlives upgrades. Removes that of all other bundles, where it can
 * be removed: the start does not depend on it.
 */
export const compileCacheOf = (bundle, cache) => {
  const [own, folder] = [basename(bundle), ownFolder(cache)]
  try {
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name !== own && isCompiledCode(name)) rmSync(join(folder, name), { recursive: true, force: true })
  } catch (error) {
    console.error(`cannot remove compiled code of former versions from ${folder}: ${error.message}`)
  }
  return join(folder, own)
}
