import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, referenceOf, type Static } from '../../../shared/contract.ts'
import { isTransientDatabaseError } from '../db/lost-connection.ts'
import { AppError, platformErrors } from '../errors.ts'
import type { Translations } from '../i18n/translations.ts'
import { isApiUrl } from './urls.ts'

/** Converts errors of Fastify and the drivers to `AppError`. A lost database connection is 503, never 500, because a retry helps (docs/security.md). */
const translate = (error: FastifyError): AppError => {
  if (error instanceof AppError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return platformErrors.fail('too-large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return platformErrors.fail('unsupported-media-type')
  if (unstorable.test(error.code ?? '')) return platformErrors.fail('invalid-request', { cause: error })
  if (isTransientDatabaseError(error)) return platformErrors.fail('unavailable', { cause: error })
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return platformErrors.fail('invalid-request')
  return platformErrors.fail('internal', { cause: error })
}

/** SQLSTATEs of values that PostgreSQL cannot store, such as U+0000 in a text (A36) or a time out of its range. */
const unstorable = /^22(?!012)/
const nulCharacter = /^(22021|22P05)$/

/** Whether the log has the reason. 501 answers what the caller asked for; nothing has failed. */
const isLogged = ({ status }: AppError): boolean => status >= 500 && status !== 501

/** Whether a browser opens the URL, or sends a form to it. */
const isNavigation = ({ headers }: FastifyRequest): boolean => Boolean(headers.accept?.includes('text/html'))

/** Sends every error as the same JSON shape, but to people: pages, forms and the URLs that they open. Errors with status ≥ 500 hide their cause, which is logged with the request's id. */
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
    const text = t(`${failure.namespace}:error.${failure.code}`, failure.extras.values)
    const reference = isLogged(failure) ? referenceOf(request.id) : null
    return {
      type: 'error',
      code: failure.code,
      message: reference ? t('platform:withReference', { text, reference }) : text,
      ...(reference ? { reference } : {}),
      ...(errors ? { errors } : {}),
      ...failure.extras.body,
    }
  }
  const sendError = (failure: AppError, request: FastifyRequest, reply: FastifyReply) =>
    reply
      .status(failure.status)
      .headers({ 'cache-control': 'no-store', ...failure.extras.headers })
      .serializer(JSON.stringify)
      .header('content-type', 'application/json; charset=utf-8')
      .send(bodyOf(failure, request))
  const toAppError = (error: FastifyError, request: FastifyRequest): AppError => {
    const failure = translate(error)
    if (isLogged(failure))
      request.log.error({ err: failure.extras.cause ?? error, code: failure.code }, 'request failed')
    else if (unstorable.test(error.code ?? '') && !nulCharacter.test(error.code))
      request.log.warn({ err: error }, 'the database cannot hold a value of the request, which no check rejected')
    return failure
  }
  app.decorateRequest('explain', function (this: FastifyRequest, error: unknown) {
    const failure = toAppError(error as FastifyError, this)
    return { status: failure.status, error: bodyOf(failure, this) }
  })
  app.decorateRequest('errorRedirect', null)
  app.decorateRequest('sentForm', null)
  const sendText = (failure: AppError, request: FastifyRequest, reply: FastifyReply) =>
    reply
      .status(failure.status)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', ...failure.extras.headers })
      .type('text/plain; charset=utf-8')
      .send(bodyOf(failure, request).message)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toAppError(error, request)
    const { config } = request.routeOptions
    const isForReader = !isApiUrl(request.url) && (config.page || isNavigation(request))
    const { status } = failure
    const page = isForReader && (status === 500 || status === 503) ? reply.failurePage?.(status) : null
    if (page)
      return reply
        .status(status)
        .headers({
          'cache-control': 'no-store',
          ...(status === 503 && { 'retry-after': '2' }),
          ...failure.extras.headers,
        })
        .type('text/html; charset=utf-8')
        .send(page)
    if (
      request.sentForm &&
      reply.showPage &&
      !config.plainErrors &&
      failure.status < 500 &&
      failure.code !== 'cross-site'
    ) {
      request.sentForm.problem = failure.code
      reply.status(failure.status).headers(failure.extras.headers ?? {})
      return reply.showPage()
    }
    if (failure.status >= 500) return sendError(failure, request, reply)
    if (request.errorRedirect)
      return reply.header('cache-control', 'no-store').redirect(request.errorRedirect(failure), 303)
    return config.plainErrors ? sendText(failure, request, reply) : sendError(failure, request, reply)
  })
  // Pages of errors are made elsewhere.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400) reply.header('x-request-id', request.id)
    done()
  })
  app.setNotFoundHandler((request, reply) => sendError(platformErrors.fail('not-found'), request, reply))
}

interface SentForm {
  fields: Readonly<Record<string, string>>
  /** Code of the error. */
  problem: string | null
}

declare module 'fastify' {
  interface FastifyReply {
    /** Renders the page of the request's URL, whatever its method. Missing where the server has no pages. */
    showPage?(): Promise<FastifyReply>
    /**
     * HTML for a browser while the database is unavailable (503), or after a failure outside of a page (500); sets the
     * response's headers. Null for programs. Missing where the server has no pages.
     */
    failurePage?(status: 500 | 503): string | null
  }
  interface FastifyRequest {
    /** URL of a page that shows the error, for requests that a browser navigates to and that would otherwise show JSON. */
    errorRedirect: ((failure: AppError) => string) | null
    /**
     * The form that a browser without scripts has sent (`pageErrors`, `resendable`). With `pageErrors`, the page of this URL
     * is shown again after an error, with its status, and takes the texts and the problem from here.
     */
    sentForm: SentForm | null
    /** Status and body that this error would get as the response to a separate request; for bundled requests. */
    explain(error: unknown): { status: number; error: Static<typeof ErrorBody> }
  }
}
