import type { Server } from 'node:http'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import type { Egress } from '../../modules/platform/server/egress/egress.ts'
import type { EgressError } from '../../modules/platform/server/egress/egress-error.ts'
import type { EgressLimits } from '../../modules/platform/server/egress/limits.ts'

/** Limits that a malicious server reaches within a test. */
export const shortLimits: Partial<EgressLimits> = {
  connectTimeoutMs: 60,
  headersTimeoutMs: 200,
  idleTimeoutMs: 200,
  minThroughput: { intervalMs: 150, bytes: 1_000 },
  totalTimeoutMs: 3_000,
}

/** Resolves with the port. */
export const listenOnFreePort = (server: Server | TcpServer, host = '127.0.0.1') =>
  new Promise<number>((resolve) => server.listen(0, host, () => resolve((server.address() as AddressInfo).port)))

/** Reason of the rejected request. */
export const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'responded',
    (error: EgressError) => error.reason ?? String(error),
  )

/** Reads a response to its end. */
export const readUrl = async (client: Egress, url: string) => {
  let size = 0
  const response = await client.get(url)
  for await (const chunk of response.body) size += chunk.length
  return { ...response, size }
}
