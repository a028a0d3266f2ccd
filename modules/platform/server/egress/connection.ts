import { lookup as systemLookup } from 'node:dns'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { EgressError } from './failure.ts'
import type { EgressLimits } from './limits.ts'
import type { Target } from './target.ts'

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export const systemResolve: Resolve = (host) =>
  new Promise((resolve, reject) =>
    systemLookup(host, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    ),
  )

/**
 * The lookup of the connection itself, so that what was checked is what is connected to: a name cannot change its mind
 * in between (A41). All addresses of a name must be public.
 */
const checkedLookup = (resolve: Resolve, trusted: boolean): LookupFunction => {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        const first = found[0]
        if (!first || (!trusted && !found.every(({ address }) => isPublicAddress(address))))
          done(new EgressError('unreachable'), '')
        else if (options.all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }
}

export interface Dial {
  resolve: Resolve
  limits: EgressLimits
  signal: AbortSignal
  headers: Record<string, string>
}

/** Never shared, never kept: each connection is checked by itself, and none goes by a proxy of the environment. */
const agents = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false }) }

/** One request to one target; resolves with its headers. Nothing is sent before the address was checked twice. */
export const dial = ({ url, secure, trusted }: Target, { resolve, limits, signal, headers }: Dial) =>
  new Promise<IncomingMessage>((answered, failed) => {
    const options = {
      method: 'GET',
      headers: { 'user-agent': 'Coffer', accept: '*/*', 'accept-encoding': 'identity', ...headers },
      lookup: checkedLookup(resolve, trusted),
      maxHeaderSize: limits.headerBytes,
      insecureHTTPParser: false,
      signal,
    }
    const request: ClientRequest = secure
      ? https.request(url, { ...options, agent: agents.https })
      : http.request(url, { ...options, agent: agents.http })
    const give = () => request.destroy(new EgressError('unreachable'))
    let timer = setTimeout(give, limits.connect)
    const check = (socket: Socket) => {
      if (!trusted && !isPublicAddress(socket.remoteAddress ?? '')) give()
    }
    const connected = () => {
      clearTimeout(timer)
      timer = setTimeout(give, limits.headers)
    }
    request.once('socket', (socket) => {
      socket.once('connect', () => check(socket))
      socket.once(secure ? 'secureConnect' : 'connect', connected)
    })
    request.once('response', (answer) => {
      clearTimeout(timer)
      answered(answer)
    })
    request.once('error', (error) => {
      clearTimeout(timer)
      failed(error)
    })
    request.end()
  })
