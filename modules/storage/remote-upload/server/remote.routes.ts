import type { FastifyInstance } from 'fastify'
import { type Platform, serve, successMessage } from '../../../platform/index.ts'
import { type RequestScopes, requestScope } from '../../tree/index.ts'
import { cancelRemote, cancelRemoteUrl, remoteUploads, retryRemote, showRemote, uploadRemote } from '../contract.ts'
import type { RemoteUploads } from './remote-uploads.ts'

interface RemoteRoutesDeps {
  remote: RemoteUploads
  i18n: Platform['i18n']
  scopes: RequestScopes
}

export const registerRemoteUploads = (app: FastifyInstance, { remote, i18n, scopes }: RemoteRoutesDeps): void => {
  serve(app, uploadRemote, async ({ body }, request) => {
    const parentId = body.parent_id ?? null
    const batch = await remote.create(await scopes.ofItem(request, parentId), { urls: body.urls, parentId })
    return { ...successMessage(i18n, request, 'storage:message.remote-upload-queued'), data: batch }
  })
  serve(app, remoteUploads, async (_call, request) => ({
    data: (await remote.list(requestScope(request))).map((batch) => ({ data: batch })),
  }))
  serve(app, showRemote, async ({ params }, request) => ({
    data: await remote.show(requestScope(request), params.batch),
  }))
  serve(app, cancelRemote, async ({ params }, request) => {
    await remote.cancel(requestScope(request), params.batch)
  })
  serve(app, cancelRemoteUrl, async ({ params }, request) => {
    await remote.cancelUrl(requestScope(request), params.batch, params.url)
  })
  serve(app, retryRemote, async ({ params, body }, request) => ({
    data: await remote.retry(requestScope(request), params.batch, body.urls ?? null),
  }))
}
