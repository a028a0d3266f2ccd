import type { FastifyInstance } from 'fastify'
import { platformErrors } from '../errors.ts'

/** Answers 415 to a compressed request body: its size could not be held against any limit (SECURITY.md A30). */
export const refuseEncodedBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']
    const isEncoded = encoding !== undefined && encoding !== 'identity'
    done(isEncoded ? platformErrors.fail('unsupported-media-type') : null, payload)
  })
}
