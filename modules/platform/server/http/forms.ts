import type { FastifyInstance } from 'fastify'

/** Bytes of a plain form; it carries a few short fields. */
const most = 8_192

/** Within `scope`, forms that browsers send without a script are read as their fields. */
export const acceptForms = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: most },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
