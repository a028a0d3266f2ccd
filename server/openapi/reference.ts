import type { FastifyInstance } from 'fastify'
import { type Platform, platformErrors, serve } from '../../modules/platform/index.ts'
import { type ApiReference, showOpenApi } from '../../modules/site/contract.ts'

/** The document and the page about the HTTP API, both from the same contracts. Made on the first request. */
export const registerApiReference = (app: FastifyInstance, { settings }: Pick<Platform, 'settings'>) => {
  let document: Promise<{ text: string; reference: ApiReference }> | null = null
  const load = async () => {
    const [{ openApiDocument }, { apiReferenceOf }] = await Promise.all([
      import('./document.ts'),
      import('./summary.ts'),
    ])
    return { text: JSON.stringify(openApiDocument(app)), reference: apiReferenceOf(app) }
  }
  const read = async () => {
    if (!(await settings.get('allow_api_docs'))) return null
    document ??= load()
    return document
  }
  serve(app, showOpenApi, async (_call, _request, reply) => {
    const found = await read()
    if (!found) throw platformErrors.fail('not-found')
    return reply.type('application/json; charset=utf-8').send(found.text)
  })
  return {
    /** Content of the page `/developers`; null while it is switched off. */
    reference: async (): Promise<ApiReference | null> => (await read())?.reference ?? null,
  }
}
