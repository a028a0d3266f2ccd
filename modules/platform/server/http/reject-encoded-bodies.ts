import type { FastifyInstance } from 'fastify'
import { platformErrors } from '../errors.ts'

/** Rejects compressed request bodies with 415, because size limits could not be enforced on them (A30). */
export const rejectEncodedBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']
    const isEncoded = encoding !== undefined && encoding !== 'identity'
    done(isEncoded ? platformErrors.fail('unsupported-media-type') : null, payload)
  })
}
