import { readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The name that programs load a library by, such as `libpq.so.5`. */
const isLoadedName = (name) => /\.so\.\d+$/.test(name)

/**
 * Gives each library of a folder the name that programs load it by, and removes its other names, which are links: npm
 * leaves links out when it unpacks an archive.
 */
export const nameLibraries = (folder) => {
  const links = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink())
  const targets = new Map(links.map(({ name }) => [name, readlinkSync(join(folder, name))]))
  for (const name of targets.keys()) rmSync(join(folder, name))
  for (const [name, target] of targets) if (isLoadedName(name)) renameSync(join(folder, target), join(folder, name))
}
