import { lookup as systemLookup } from 'node:dns'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { EgressError } from './egress-error.ts'
import type { EgressLimits } from './limits.ts'
import type { EgressTarget } from './target.ts'

export type ResolveHost = (host: string) => Promise<{ address: string; family: number }[]>

export const systemResolve: ResolveHost = (host) =>
  new Promise((resolve, reject) =>
    systemLookup(host, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    ),
  )

/**
 * The DNS lookup of the connection itself, so that the checked address is the address it connects to: a name cannot resolve
 * differently in between (A41). All addresses of a name must be allowed.
 */
const checkedLookup = (resolve: ResolveHost, isAllowed: EgressTarget['isAllowed']): LookupFunction => {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        const first = found[0]
        if (!first || !found.every(({ address }) => isAllowed(address))) done(new EgressError('unreachable'), '')
        else if (options.all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }
}

interface SendOptions {
  resolve: ResolveHost
  limits: EgressLimits
  signal: AbortSignal
  headers: Record<string, string>
  method: string
  body?: string | Buffer | undefined
}

/** Connections are not reused, so that each is checked, and ignore the environment's proxy settings. */
const agents = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false }) }

/**
 * Sends one request without following redirects; resolves when the headers have arrived. Sends nothing before the
 * address was checked twice: when it was resolved, and on the open connection.
 */
export const sendOnce = (
  { url, secure, isAllowed }: EgressTarget,
  { resolve, limits, signal, headers, method, body }: SendOptions,
) =>
  new Promise<IncomingMessage>((resolveResponse, reject) => {
    const options = {
      method,
      headers: { 'user-agent': 'Coffer', accept: '*/*', 'accept-encoding': 'identity', ...headers },
      lookup: checkedLookup(resolve, isAllowed),
      maxHeaderSize: limits.maxHeaderBytes,
      insecureHTTPParser: false,
      signal,
    }
    const request: ClientRequest = secure
      ? https.request(url, { ...options, agent: agents.https })
      : http.request(url, { ...options, agent: agents.http })
    const abort = () => request.destroy(new EgressError('unreachable'))
    let timer = setTimeout(abort, limits.connectTimeoutMs)
    const check = (socket: Socket) => {
      if (!isAllowed(socket.remoteAddress ?? '')) abort()
    }
    const startHeadersTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(abort, limits.headersTimeoutMs)
    }
    request.once('socket', (socket) => {
      socket.once('connect', () => check(socket))
      socket.once(secure ? 'secureConnect' : 'connect', startHeadersTimer)
    })
    request.once('response', (response) => {
      clearTimeout(timer)
      resolveResponse(response)
    })
    request.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.end(body)
  })
