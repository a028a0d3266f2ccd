import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Teardown } from './folders.ts'
import { testFolder } from './folders.ts'
import { freePort } from './free-port.ts'

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

const ended = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

interface TestNginx {
  url: string
  errors(): string
}

/**
 * nginx with this content of its `http` block, which listens on `port` of 127.0.0.1. Resolves with its origin and its error
 * log; null if nginx is not installed. Rejects with the error log where nginx does not accept the block.
 */
export const startNginx = async (t: Teardown, http: string, port: number): Promise<TestNginx | null> => {
  const home = join(testFolder(t), 'nginx')
  mkdirSync(home, { recursive: true })
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`)
  const log = join(home, 'error.log')
  const file = join(home, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${home}/pid; error_log ${log}; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 2048; }
http {
  access_log off; ${temp.join('\n')}
  ${http}
}`,
  )
  const child = spawn('nginx', ['-c', file, '-e', log], { stdio: 'ignore' })
  const missing = new Promise<true>((resolve) => child.once('error', () => resolve(true)))
  t.teardown(async () => {
    if (child.pid === undefined || ended(child)) return
    const over = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await over
  })
  while (!(await accepts(port))) {
    if (ended(child)) throw new Error(readFileSync(log, 'utf8'))
    if (await Promise.race([missing, wait(50, false)])) return null
  }
  return { url: `http://127.0.0.1:${port}`, errors: () => readFileSync(log, 'utf8') }
}

/**
 * nginx as a reverse proxy in front of `target`, with streamed request bodies and keep-alive connections. `locations` are
 * further ones.
 */
export const testNginx = async (t: Teardown, target: string, locations = ''): Promise<TestNginx | null> => {
  const port = Number(await freePort())
  const http = `upstream coffer { server ${new URL(target).host}; keepalive 16; }
  server {
    listen 127.0.0.1:${port}; client_max_body_size 0;
    location / {
      proxy_pass http://coffer; proxy_http_version 1.1; proxy_request_buffering off; proxy_buffering off; proxy_next_upstream off;
      proxy_set_header Host $http_host; proxy_set_header Connection "";
    }
    ${locations}
  }`
  return startNginx(t, http, port)
}
