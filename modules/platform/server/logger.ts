import { type Logger, pino } from 'pino'
import { isConnectionLost } from './db/lost-connection.ts'

export type { Logger } from 'pino'

/** Query parameters with secrets: links in emails, share links and signed files. */
const secretParams = /([?&](?:token|sig|code|share|request|hash|signature|verification|link)=)[^&]+/gi
/** Matches where sign-in leads to and what oEmbed is asked about, when that is a link. */
const linkTarget = /([?&](?:redirect|url)=)[^&]*(?:share|request)(?:\/|%2f)[^&]*/gi
/** Tokens in a path; then the custom names that links can have instead, and tokens with other characters. */
const tokenSegment = /\/(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\/|$))[\w-]{22,}(?=\/|$)/gi
const namedLink = /(\/(?:share|request|unsubscribe)\/)[^/]+|(^\/api\/sharing\/(?:.*\/)?)[^/]+$/i

/** A URL without the secrets that open a link, confirm an email or authorize a file. */
export const redactUrl = (url: string): string => {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const hidden = path.replace(tokenSegment, '/[hidden]').replace(namedLink, '$1$2[hidden]')
  return at < 0 ? hidden : hidden + url.slice(at).replace(secretParams, '$1[hidden]').replace(linkTarget, '$1[hidden]')
}

/** A lost connection is logged without its stack, which is meaningless, and without the client that pg attaches. */
const serializeBriefly = ({ name, message, code }: Error & { code?: unknown }) => ({ type: name, message, code })

interface LoggerOptions {
  level: string
  /** Human-readable output, for development. */
  pretty: boolean
  /** True while the process stops: lost database connections are expected then and not logged. */
  isStopping?(): boolean
  /** Gets each line as JSON, as it is written. */
  onLine?(line: string): void
}

/** Writes JSON lines to stdout, without secrets (docs/security.md). */
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
      err: (error: Error) => (isConnectionLost(error) ? serializeBriefly(error) : pino.stdSerializers.err(error)),
    },
    hooks: {
      ...(options.onLine
        ? {
            streamWrite(line: string) {
              options.onLine?.(line)
              return line
            },
          }
        : {}),
      logMethod(given, method) {
        const { err } = (given[0] ?? {}) as { err?: unknown }
        if (!(options.isStopping?.() && isConnectionLost(err))) method.apply(this, given)
      },
    },
    ...(options.pretty
      ? { transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } } }
      : {}),
  })
