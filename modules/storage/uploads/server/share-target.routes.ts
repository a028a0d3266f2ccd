import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { receiveSharedFiles, showShareTargetWorker } from '../contract.ts'

const worker = readFileSync(new URL('./share-target-worker.js', import.meta.url), 'utf8')

/** Receives files shared to the installed app; see the contract. */
export const shareTargetRoutes = (app: FastifyInstance): void => {
  serve(app, showShareTargetWorker, async (_call, _request, reply) =>
    reply.type('text/javascript').header('cache-control', 'no-cache').send(worker),
  )
  serve(app, receiveSharedFiles, async (_call, _request, reply) => reply.redirect('/platform/files?shared=missed', 303))
}
