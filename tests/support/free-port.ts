import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A port of those that nobody is given by chance: while a server is down between two starts, it stays free. */
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
