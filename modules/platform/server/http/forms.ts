import type { FastifyInstance } from 'fastify'

/** A plain form has a few short fields. */
const shortFormBytes = 8_192

/**
 * Parses URL-encoded forms, which browsers send without JavaScript, in the routes of `scope`. `maxBytes`: of the encoded body.
 * A line break, which browsers send as CRLF and count as one character, is LF.
 */
export const acceptForms = (scope: FastifyInstance, maxBytes = shortFormBytes): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => {
      const fields = [...new URLSearchParams(body as string)]
      done(null, Object.fromEntries(fields.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])))
    },
  )
}
