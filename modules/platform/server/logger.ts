import { type Logger, pino } from 'pino'
import { isConnectionLost } from './db/lost-connection.ts'

export type { Logger } from 'pino'

/** Query values that are secrets themselves: links to mails, shares and signed files. */
const secretParams = /([?&](?:token|sig|code|share|request|hash|signature)=)[^&]+/gi
/** Tokens as part of a path; and the names that people give to links instead of them. */
const tokenSegment = /(?<=\/)(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\/|$))[\w-]{22,}(?=\/|$)/gi
const namedLink = /(\/(?:share|request)\/)[^/]+|(^\/api\/sharing\/(?:.*\/)?)[^/]+$/i

/** The address without what would open a link, a mail's deed or a file. */
export const redactUrl = (url: string): string => {
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  const hidden = path.replace(tokenSegment, '[hidden]').replace(namedLink, '$1$2[hidden]')
  return hidden + query.replace(secretParams, '$1[hidden]')
}

/** Where a connection was lost tells nothing, and pg hangs its whole client on the error. */
const briefly = ({ name, message, code }: Error & { code?: unknown }) => ({ type: name, message, code })

export interface LoggerOptions {
  level: string
  /** For people in development. */
  pretty: boolean
  /** True while the process ends: lost connections to the database are expected then and not told. */
  isStopping?(): boolean
}

/** JSON lines on stdout. Nothing secret passes (SECURITY.md §4, logs). */
export const createLogger = (options: LoggerOptions): Logger =>
  pino({
    level: options.level,
    redact: {
      paths: ['authorization', 'cookie', 'password', 'token', 'secret'].flatMap((name) => [
        name,
        `*.${name}`,
        `req.headers.${name}`,
        `headers.${name}`,
      ]),
      censor: '[hidden]',
    },
    serializers: {
      req: (request: { method: string; url: string; id: string; ip: string }) => ({
        id: request.id,
        method: request.method,
        url: redactUrl(request.url),
        ip: request.ip,
      }),
      err: (error: Error) => (isConnectionLost(error) ? briefly(error) : pino.stdSerializers.err(error)),
    },
    hooks: {
      logMethod(given, method) {
        const { err } = (given[0] ?? {}) as { err?: unknown }
        if (!(options.isStopping?.() && isConnectionLost(err))) method.apply(this, given)
      },
    },
    ...(options.pretty
      ? { transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } } }
      : {}),
  })
