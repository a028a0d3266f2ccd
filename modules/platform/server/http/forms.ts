import type { FastifyInstance } from 'fastify'

/** A plain form has a few short fields. */
const shortFormBytes = 8_192

/** Parses URL-encoded forms, which browsers send without JavaScript, in the routes of `scope`. `maxBytes`: of the encoded body. */
export const acceptForms = (scope: FastifyInstance, maxBytes = shortFormBytes): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
