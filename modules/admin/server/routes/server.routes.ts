import type { FastifyInstance } from 'fastify'
import {
  auditActorOf,
  languagesChanged,
  type Platform,
  serve,
  settingsChanged,
  successMessage,
} from '../../../platform/index.ts'
import type { StorageApi } from '../../../storage/index.ts'
import { downloadLogFile, flushCache, showStatus } from '../../contract.ts'
import type { AuditedDownloads } from '../services/audited-downloads.ts'
import { readServerStatus } from '../services/server-status.ts'

/** Calls about the server: status, caches, log files. */
export const serverRoutes = (
  app: FastifyInstance,
  platform: Platform,
  { downloads, maintenance }: { downloads: AuditedDownloads; maintenance: Pick<StorageApi['maintenance'], 'list'> },
): void => {
  serve(app, showStatus, () => readServerStatus(platform, maintenance))

  serve(app, flushCache, async (_call, request) => {
    const { settings, languages, realtime } = platform
    settings.invalidate()
    languages.invalidate()
    await languages.refresh()
    for (const event of [settingsChanged, languagesChanged]) realtime.publishToEverybody({ event, ids: {} })
    return successMessage(platform.i18n, request, 'admin:message.cache-flushed')
  })

  serve(app, downloadLogFile, async ({ params }, request, reply) => {
    const { name } = params
    const content = await downloads.logFile(name, auditActorOf(request))
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.type('text/plain; charset=utf-8').send(content)
  })
}
