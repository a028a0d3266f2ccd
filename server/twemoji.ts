import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { declarePublic } from '../modules/platform/index.ts'
import { twemojiBase } from '../modules/web/contract.ts'

/** Serves Twemoji's images from their package: 3,700 files that the build does not need to copy. */
export const serveTwemoji = async (app: FastifyInstance): Promise<void> => {
  const root = dirname(fileURLToPath(import.meta.resolve('@twemoji/svg/package.json')))
  await app.register(async (scope) => {
    declarePublic(scope)
    await scope.register(fastifyStatic, {
      root,
      prefix: twemojiBase,
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      index: false,
      allowedPath: (path) => path.endsWith('.svg'),
    })
  })
}
