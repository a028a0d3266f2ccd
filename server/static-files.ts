import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { declarePublic } from '../modules/platform/index.ts'

/** A folder whose files are public. `isServed`: whether a file is served, by its path in the folder; default: all are. */
interface PublicFolder extends Pick<FastifyStaticOptions, 'root' | 'maxAge' | 'immutable' | 'preCompressed'> {
  prefix: string
  isServed?: (path: string) => boolean
}

/**
 * Serves the files of a folder. The plugin's own route reads the whole folder for each of them, thousands of names for an
 * emoji, to compare the spelling of the path: access rules on case-insensitive file systems need that, public files do not.
 */
export const servePublicFolder = async (
  app: FastifyInstance,
  { prefix, isServed = () => true, ...options }: PublicFolder,
): Promise<void> => {
  await app.register(async (scope) => {
    declarePublic(scope)
    await scope.register(fastifyStatic, { ...options, serve: false, index: false })
    scope.get<{ Params: { '*': string } }>(`${prefix}*`, (request, reply) => {
      const path = request.params['*']
      return isServed(path) ? reply.sendFile(path) : reply.callNotFound()
    })
  })
}
