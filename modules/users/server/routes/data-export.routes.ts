import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../../platform/index.ts'
import { downloadExport, exportFileName, requestExport, showExport } from '../../contract.ts'
import { presentExport } from '../security.resource.ts'
import type { Confirmations } from '../services/confirmations.ts'
import type { DataExports } from '../services/data-exports.ts'

interface DataExportRoutesDeps {
  confirmations: Confirmations
  dataExports: DataExports
}

export const registerDataExportRoutes = (
  app: FastifyInstance,
  { confirmations, dataExports }: DataExportRoutesDeps,
): void => {
  serve(app, requestExport, async (_call, request) => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    return { data: presentExport(await dataExports.request({ id: caller.userId }, request.ip)) }
  })

  serve(app, showExport, async (_call, request) => {
    const row = await dataExports.find(callerOf(request).userId)
    return { data: row && presentExport(row) }
  })

  serve(app, downloadExport, async (_call, request, reply) => {
    const archive = await dataExports.open(callerOf(request).userId, request.ip)
    // Nothing else ends it where the caller has gone before the first byte.
    if (reply.raw.closed) archive.destroy()
    else reply.raw.once('close', () => archive.destroy())
    const name = `${exportFileName}-${new Date().toISOString().slice(0, 10)}.zip`
    reply.header('content-type', 'application/zip').header('content-disposition', `attachment; filename="${name}"`)
    return reply.send(archive)
  })
}
