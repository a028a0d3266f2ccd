import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { downloadVersion, listVersions, removeVersion, restoreVersion } from '../../tree/contract.ts'
import type { Versions } from '../../tree/index.ts'
import { presentItem, requestScope } from '../../tree/index.ts'
import { type SendFileDeps, sendStoredFile } from './send-file.ts'

export interface VersionRoutesDeps extends SendFileDeps {
  versions: Versions
}

export const registerVersions = (app: FastifyInstance, { versions, files, traffic }: VersionRoutesDeps): void => {
  serve(app, listVersions, async ({ params }, request) => {
    const [list, { retentionDays, maxVersions }] = await Promise.all([
      versions.list(requestScope(request), params.id),
      versions.limits(),
    ])
    return { data: list.map((data) => ({ data })), meta: { retention_days: retentionDays, most: maxVersions } }
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
    // A version requires the same download entitlement as the file itself.
    await files.find(scope, params.id)
    const file = await versions.file(scope, params.id, params.version)
    await sendStoredFile({ files, traffic }, { scope }, file, query.download !== undefined, request, reply)
    return undefined
  })
}
