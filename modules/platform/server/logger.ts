import { type Logger, pino } from 'pino'

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

/** JSON lines on stdout; `pretty` for people in development. Nothing secret passes (SECURITY.md §4, logs). */
export const createLogger = (options: { level: string; pretty: boolean }): Logger =>
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
      err: pino.stdSerializers.err,
    },
    ...(options.pretty
      ? { transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } } }
      : {}),
  })
