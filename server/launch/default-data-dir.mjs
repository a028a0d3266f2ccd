import { join, resolve } from 'node:path'

/**
 * Where the command of a package keeps its data: a package's folder is replaced with each version, and the current folder
 * may be anybody's, so that it is a folder of the account. `DATA_DIR` is relative to the current folder.
 */
export const dataDirOf = ({ DATA_DIR, XDG_DATA_HOME }, home, folder) =>
  DATA_DIR ? resolve(folder, DATA_DIR) : join(XDG_DATA_HOME || join(home, '.local', 'share'), 'coffer')
