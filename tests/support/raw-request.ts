import { connect } from 'node:net'

/** Sends bytes as they are over their own connection; resolves with the whole response once the server has closed it. */
export const rawRequest = (url: string, ...parts: (string | Buffer)[]): Promise<string> => {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
    for (const part of parts) socket.write(part)
  })
}

/** Status code of a raw HTTP response; 0 without one. */
export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
