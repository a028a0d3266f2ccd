import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Names of bundles, and of the folders that Node itself makes for each of its versions. */
const isCompiledCode = (name) => /^[\da-f]{12}$|^v\d+\./.test(name)

/** The folder with compiled code of a bundle, below one that outlives upgrades. Removes that of all other bundles. */
export const compileCacheOf = (bundle, cache) => {
  const own = basename(bundle)
  for (const name of existsSync(cache) ? readdirSync(cache) : [])
    if (name !== own && isCompiledCode(name)) rmSync(join(cache, name), { recursive: true, force: true })
  return join(cache, own)
}
