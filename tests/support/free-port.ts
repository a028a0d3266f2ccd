import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A free port outside of the ephemeral range: it stays free while a server is down between two starts. */
export const freePort = async (): Promise<string> => {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return String(port)
  }
}
