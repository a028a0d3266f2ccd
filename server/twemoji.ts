import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { twemojiBase } from '../modules/web/contract.ts'
import { servePublicFolder } from './static-files.ts'

/** Serves Twemoji's images from their package: 3,700 files that the build does not need to copy. */
export const serveTwemoji = (app: FastifyInstance): Promise<void> =>
  servePublicFolder(app, {
    root: dirname(fileURLToPath(import.meta.resolve('@twemoji/svg/package.json'))),
    prefix: twemojiBase,
    immutable: true,
    maxAge: '1y',
    isServed: (path) => path.endsWith('.svg'),
  })
