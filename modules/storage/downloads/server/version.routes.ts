import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { downloadVersion, listVersions, removeVersion, restoreVersion } from '../../tree/contract.ts'
import type { Versions } from '../../tree/index.ts'
import { presentItem, requestScope } from '../../tree/index.ts'
import { sendStoredFile } from './file.routes.ts'
import type { Files } from './files.ts'
import type { Traffic } from './traffic.ts'

export interface VersionRoutesDeps {
  versions: Versions
  files: Files
  traffic: Traffic
}

export const registerVersions = (app: FastifyInstance, { versions, files, traffic }: VersionRoutesDeps): void => {
  serve(app, listVersions, async ({ params }, request) => {
    const [list, { days, most }] = await Promise.all([
      versions.list(requestScope(request), params.id),
      versions.limits(),
    ])
    return { data: list.map((data) => ({ data })), meta: { retention_days: days, most } }
  })
  serve(app, restoreVersion, async ({ params }, request) => ({
    data: presentItem(await versions.restore(requestScope(request), params.id, params.version)),
  }))
  serve(app, removeVersion, async ({ params }, request) => {
    await versions.remove(requestScope(request), params.id, params.version)
    return undefined
  })
  serve(app, downloadVersion, async ({ params, query }, request, reply) => {
    const scope = requestScope(request)
    // Asked for the account's leave to download, as for the file itself.
    await files.find(scope, params.id)
    const file = await versions.file(scope, params.id, params.version)
    await sendStoredFile({ files, traffic }, { scope }, file, query.download !== undefined, request, reply)
    return undefined
  })
}
