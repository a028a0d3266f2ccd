import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** nginx with sendfile over a folder: the peer of downloads. Null if it is not installed. */
export const startPeerNginx = async (folder: string): Promise<{ url: URL; stop(): Promise<void> } | null> => {
  const port = await freePort()
  const home = join(folder, '.nginx')
  mkdirSync(home, { recursive: true })
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join('\n')
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temp}
server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  )
  const child = spawn('nginx', ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], { stdio: 'ignore' })
  const alive = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', () => resolve(false))
    setTimeout(() => resolve(true), 400)
  })
  if (!alive) return null
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGQUIT')
      }),
  }
}
