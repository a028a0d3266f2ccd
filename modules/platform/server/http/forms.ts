import type { FastifyInstance } from 'fastify'

/** A plain form has a few short fields. */
const maxFormBytes = 8_192

/** Parses URL-encoded forms, which browsers send without JavaScript, in the routes of `scope`. */
export const acceptForms = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
