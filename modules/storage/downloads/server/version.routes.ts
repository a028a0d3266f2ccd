import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { downloadVersion, listVersions, removeVersion, restoreVersion } from '../../tree/contract.ts'
import type { RequestScopes, Versions } from '../../tree/index.ts'
import { presentationOf, presentItem } from '../../tree/index.ts'
import { type SendFileDeps, sendStoredFile } from './send-file.ts'

interface VersionRoutesDeps extends SendFileDeps {
  versions: Versions
  scopes: RequestScopes
}

export const registerVersions = (app: FastifyInstance, { versions, scopes, ...deps }: VersionRoutesDeps): void => {
  serve(app, listVersions, async ({ params }, request) => {
    const [list, { retentionDays, maxVersions }] = await Promise.all([
      versions.list(await scopes.ofItem(request, params.id), params.id),
      versions.limits(),
    ])
    return { data: list.map((data) => ({ data })), meta: { retention_days: retentionDays, most: maxVersions } }
  })
  serve(app, restoreVersion, async ({ params }, request) => {
    const scope = await scopes.ofItem(request, params.id)
    return { data: presentItem(await versions.restore(scope, params.id, params.version), presentationOf(scope)) }
  })
  serve(app, removeVersion, async ({ params }, request) => {
    await versions.remove(await scopes.ofItem(request, params.id), params.id, params.version)
    return undefined
  })
  serve(app, downloadVersion, async ({ params, query }, request, reply) => {
    const scope = await scopes.ofItem(request, params.id)
    // A version requires the same download entitlement as the file itself.
    await deps.files.find(scope, params.id)
    const file = await versions.file(scope, params.id, params.version)
    const wanted = query.download === undefined ? 'inline' : 'attachment'
    await sendStoredFile(deps, { scope }, file, wanted, request, reply)
    return undefined
  })
}
