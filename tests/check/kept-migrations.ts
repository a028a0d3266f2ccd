import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'

/** On main for 78 minutes between two releases: no installation can have run it. */
const withdrawn = ['Migration20261126002600_folder_keys.ts']

/**
 * Migrations that the history of this branch knows and the tree no longer has. A database that ran one counts as changed by a
 * newer version, and no version starts on it. Without git, or with a shallow clone, fewer commits are seen.
 */
export const checkKeptMigrations = (tree: string): { commits: number; faults: string[] } => {
  const git = (...args: string[]) => execFileSync('git', ['-C', tree, ...args], { encoding: 'utf8', stdio: 'pipe' })
  try {
    const removed = git('log', '--no-renames', '--diff-filter=D', '--name-only', '--format=', '--', 'migrations')
    const present = git('ls-files', 'migrations')
    const faults = [...new Set(removed.split('\n'))]
      .filter((path) => path && !present.includes(path) && !withdrawn.includes(basename(path)))
      .map((path) => `${path} was removed or renamed: databases that ran it do not start any more`)
    return { commits: Number(git('rev-list', '--count', 'HEAD', '--', 'migrations')), faults }
  } catch {
    return { commits: 0, faults: [] }
  }
}
