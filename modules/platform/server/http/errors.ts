import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, Static } from '../../../shared/contract.ts'
import { isTransientDatabaseError } from '../db/lost-connection.ts'
import { AppError, platformErrors } from '../errors.ts'
import type { Translations } from '../i18n.ts'
import { isApiUrl } from './urls.ts'

/** Errors that Fastify and the drivers throw, as ours. A lost database is worth a retry: 503, never 500 (SECURITY §0). */
const translate = (error: FastifyError): AppError => {
  if (error instanceof AppError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return platformErrors.fail('too-large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return platformErrors.fail('unsupported-media-type')
  if (unstorable.test(error.code ?? '')) return platformErrors.fail('invalid-request')
  if (isTransientDatabaseError(error))
    return platformErrors.fail('unavailable', { headers: { 'retry-after': '2' }, cause: error })
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return platformErrors.fail('invalid-request')
  return platformErrors.fail('internal', { cause: error })
}

/** U+0000, which PostgreSQL keeps neither in text nor in JSON (A36). */
const unstorable = /^(22021|22P05)$/
/** One shape for every refusal; ≥ 500 hides what happened and keeps it in the log under the request's id. */
export const registerErrors = (app: FastifyInstance, i18n: Translations): void => {
  const bodyOf = (failure: AppError, request: FastifyRequest): Static<typeof ErrorBody> => {
    const t = i18n.translator(request.locale ?? i18n.fallback)
    const errors =
      failure.extras.errors &&
      Object.fromEntries(
        Object.entries(failure.extras.errors).map(([field, reasons]) => [
          field,
          reasons.map((reason) => (/^[a-z]+:/.test(reason) ? t(reason, failure.extras.values) : reason)),
        ]),
      )
    return {
      type: 'error',
      code: failure.code,
      message: t(`${failure.namespace}:error.${failure.code}`, failure.extras.values),
      ...(errors ? { errors } : {}),
      ...failure.extras.body,
    }
  }
  const answer = (failure: AppError, request: FastifyRequest, reply: FastifyReply) =>
    reply
      .status(failure.status)
      .headers({ 'cache-control': 'no-store', ...failure.extras.headers })
      .serializer(JSON.stringify)
      .header('content-type', 'application/json; charset=utf-8')
      .send(bodyOf(failure, request))
  const known = (error: FastifyError, request: FastifyRequest): AppError => {
    const failure = translate(error)
    if (failure.status >= 500)
      request.log.error({ err: failure.extras.cause ?? error, code: failure.code }, 'request failed')
    return failure
  }
  app.decorateRequest('explain', function (this: FastifyRequest, error: unknown) {
    const failure = known(error as FastifyError, this)
    return { status: failure.status, error: bodyOf(failure, this) }
  })
  app.decorateRequest('refusedTo', null)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = known(error, request)
    const page =
      failure.status === 503 && !isApiUrl(request.url)
        ? request.routeOptions.config.unavailablePage?.(request, reply)
        : null
    if (page)
      return reply
        .status(503)
        .headers({ 'cache-control': 'no-store', 'retry-after': '2', ...failure.extras.headers })
        .type('text/html; charset=utf-8')
        .send(page)
    if (!request.refusedTo || failure.status >= 500) return answer(failure, request, reply)
    return reply.header('cache-control', 'no-store').redirect(request.refusedTo(failure), 303)
  })
  app.setNotFoundHandler((request, reply) => answer(platformErrors.fail('not-found'), request, reply))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The page that tells a refusal, where a person's window would else be left with an answer for programs. */
    refusedTo: ((failure: AppError) => string) | null
    /** What a part of this call that failed would have been answered, had it been a call of its own. */
    explain(error: unknown): { status: number; error: Static<typeof ErrorBody> }
  }
}
