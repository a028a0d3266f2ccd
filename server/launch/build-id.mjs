import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isRelease, releaseFile, root } from './paths.mjs'

const idLength = 8

/** The commit of a checkout; null without git or its folder. The account of the service does not own the checkout. */
export const commitOf = (folder = root) => {
  const args = ['-c', 'safe.directory=*', '-C', folder, 'rev-parse', `--short=${idLength}`, 'HEAD']
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Id of a build of a version: the commit, or where that is unknown, the hash of the bundle in `bundleFolder`. */
export const buildId = (bundleFolder) => {
  const commit = isRelease() ? JSON.parse(readFileSync(releaseFile, 'utf8')).commit : commitOf()
  return commit ?? basename(bundleFolder).slice(0, idLength)
}
