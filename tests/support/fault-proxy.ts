import { Agent, createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Teardown } from './folders.ts'
import { seeded } from './random.ts'

interface Faults {
  /** Share (0–1) of requests that are cut off before the server sees them. */
  requests: number
  /** Share (0–1) of responses that are cut off after the server has processed the request. */
  answers: number
  /** Requests that may be lost; default all. */
  only?: (request: IncomingMessage) => boolean
}

export interface FaultProxy {
  /** Origin without a trailing slash. */
  url: string
  /** Can be changed while it runs. */
  faults: Faults
  /** `bodyBytes`: bytes of all bodies except JSON, which are files. */
  counts: { requests: number; droppedRequests: number; droppedAnswers: number; bodyBytes: number }
  close(): Promise<void>
}

/** An HTTP proxy on loopback in front of `target()` that loses requests and responses, reproducibly by `seed`. */
export const faultProxy = async (
  t: Teardown,
  target: () => string,
  faults: Faults = { requests: 0, answers: 0 },
  seed = 1,
): Promise<FaultProxy> => {
  const random = seeded(seed)
  const agent = new Agent({ keepAlive: true })
  const counts = { requests: 0, droppedRequests: 0, droppedAnswers: 0, bodyBytes: 0 }
  const proxy: FaultProxy = { url: '', faults, counts, close: async () => {} }

  const pass = (request: IncomingMessage, response: ServerResponse, loseAnswer: boolean) => {
    const to = new URL(target())
    const headers = { ...request.headers, host: to.host, ...(request.headers.origin ? { origin: to.origin } : {}) }
    const onward = forward(
      { agent, host: to.hostname, port: to.port, method: request.method, path: request.url, headers },
      (answer) => {
        if (loseAnswer) {
          counts.droppedAnswers += 1
          // Breaks the connection only after the server has responded.
          answer.resume().on('close', () => response.destroy())
          return
        }
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.on('error', () => response.destroy()).pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    response.on('close', () => !response.writableFinished && !loseAnswer && onward.destroy())
    const isJson = request.headers['content-type']?.startsWith('application/json')
    request.on('data', (chunk: Buffer) => {
      if (!isJson) counts.bodyBytes += chunk.length
    })
    request.on('error', () => onward.destroy()).pipe(onward)
  }

  const server = createServer((request, response) => {
    counts.requests += 1
    const endangered = proxy.faults.only?.(request) ?? true
    // Draws both numbers for each request, so that changing one share does not change the other's choices.
    const [first, second, cut] = [random(), random(), random()]
    if (endangered && first < proxy.faults.requests) {
      counts.droppedRequests += 1
      // Some break immediately, some within the body.
      if (cut < 0.5) request.socket.destroy()
      else request.once('data', () => request.socket.destroy()).once('end', () => request.socket.destroy())
      return
    }
    pass(request, response, endangered && second < proxy.faults.answers)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let closing: Promise<void> | null = null
  proxy.close = () => {
    closing ??= new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
      agent.destroy()
    })
    return closing
  }
  t.teardown(proxy.close)
  return proxy
}
