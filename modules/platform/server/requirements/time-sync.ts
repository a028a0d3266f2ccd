import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * False where systemd-timesyncd runs, which keeps `folder`, and has not synchronized the clock since the start of the system.
 * Other programs that synchronize it are not known.
 */
export const isTimeSynchronized = (folder = '/run/systemd/timesync'): boolean =>
  !existsSync(folder) || existsSync(join(folder, 'synchronized'))
