import { commandLine, type Platform, readRequirements } from '../../../platform/index.ts'
import type { StorageApi } from '../../../storage/index.ts'
import type { ServerStatus } from '../../contract.ts'

type StatusPlatform = Pick<Platform, 'db' | 'blobs' | 'config' | 'mailer' | 'jobs' | 'settings' | 'logFiles'>

const minMemoryMegabytes = 200
const minExecutionSeconds = 120
const newestCount = 5
/** The same limit as of the health check `queue`. */
const lateJobSeconds = 60

/** The state of the server under the names of the HTTP contract. */
export const readServerStatus = async (
  platform: StatusPlatform,
  maintenance: Pick<StorageApi['maintenance'], 'list'>,
): Promise<ServerStatus> => {
  const [requirements, overdue, { backups }, logs, uploadLimit] = await Promise.all([
    readRequirements(platform, { isRunning: true }),
    platform.jobs.queue.overdueSeconds(),
    maintenance.list(),
    platform.logFiles.list(),
    platform.settings.get('upload_limit'),
  ])
  const isMet = (id: string) => requirements.find((requirement) => requirement.id === id)?.isOk === true
  const jobCommand = `${commandLine()} jobs run NAME`
  const unlimited = { current: 0, minimal: 0, status: true }
  const isWritable = isMet('folder')
  return {
    writable: { bootstrap: isWritable, storage: isWritable, env: isWritable },
    modules: Object.fromEntries(requirements.map(({ id, isOk }) => [id, isOk])),
    ini: {
      upload_max_filesize: { ...unlimited, current: uploadLimit },
      post_max_size: unlimited,
      memory_limit: {
        current: Math.floor((process.constrainedMemory() || process.availableMemory()) / 1e6),
        minimal: minMemoryMegabytes,
        status: isMet('memory'),
      },
      max_execution_time: { ...unlimited, minimal: minExecutionSeconds },
    },
    php_version: { acceptable: isMet('node'), current: process.versions.node, minimal: '22' },
    logs: logs.map(({ name }) => name),
    backups: backups.flatMap(({ id }) => (id === null ? [] : [id])).slice(0, newestCount),
    cron: {
      running: overdue < lateJobSeconds,
      lastUpdate: new Date(Date.now() - Math.max(overdue, 0) * 1_000).toISOString(),
      command: { shared: jobCommand, vps: jobCommand },
    },
  }
}
