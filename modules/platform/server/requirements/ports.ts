import { createServer } from 'node:net'
import type { Config } from '../config.ts'

type PortState = 'free' | 'used' | 'blocked'

/** Whether this process could listen on a port: `blocked` without permission, or if the IP address is another machine's. */
const stateOf = (host: string, port: number): Promise<PortState> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE' ? 'used' : 'blocked'))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve('free')))
  })

const portsOf = ({ port, metricsPort, appUrl }: Pick<Config, 'port' | 'metricsPort' | 'appUrl'>): number[] => [
  // Port 0 selects a free port, which `appUrl` then names.
  port || Number(new URL(appUrl).port),
  ...(metricsPort ? [metricsPort] : []),
]

/** Checks the ports: while the server runs, they must be its own, otherwise free. `value`: `host:port` of each. */
export const checkPorts = async (
  config: Pick<Config, 'host' | 'port' | 'metricsPort' | 'appUrl'>,
  { isRunning }: { isRunning: boolean },
): Promise<{ isOk: boolean; value: string }> => {
  const ports = portsOf(config)
  const states = await Promise.all(ports.map((port) => (port ? stateOf(config.host, port) : 'free')))
  return {
    isOk: states.every((state) => state === (isRunning ? 'used' : 'free')),
    value: ports.map((port) => `${config.host}:${port}`).join(', '),
  }
}
