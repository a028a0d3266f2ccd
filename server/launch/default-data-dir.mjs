import { join, resolve } from 'node:path'

/**
 * Default DATA_DIR of the command of a package: a folder of the account, because a package's folder is replaced with each
 * version, and the current folder may be anybody's. `DATA_DIR` is relative to the current folder.
 */
export const dataDirOf = ({ DATA_DIR, XDG_DATA_HOME }, home, folder) =>
  DATA_DIR ? resolve(folder, DATA_DIR) : join(XDG_DATA_HOME || join(home, '.local', 'share'), 'coffer')
