import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Teardown } from './database.ts'
import { testFolder } from './folders.ts'
import { freePort } from './free-port.ts'
import { until } from './soon.ts'

/** nginx in front of a server, as the README sets it up, with connections kept open to it. Null where it is not installed. */
export const nginxProxy = async (t: Teardown, target: string): Promise<{ url: string } | null> => {
  const home = testFolder(t)
  const port = await freePort()
  mkdirSync(join(home, 'temp'))
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/temp/${name};`)
    .join(' ')
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; pid ${home}/pid; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 2048; }
http {
  access_log off; ${temp} client_max_body_size 32m; keepalive_requests 100000;
  upstream app { server ${new URL(target).host}; keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host ${new URL(target).host}; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_request_buffering off; proxy_buffering off; proxy_next_upstream off; proxy_read_timeout 300s;
    }
  }
}`,
  )
  const child = spawn('nginx', ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], { stdio: 'ignore' })
  let isMissing = false
  child.once('error', () => {
    isMissing = true
  })
  t.teardown(() => child.kill('SIGQUIT'))
  const url = `http://127.0.0.1:${port}`
  await until(async () => isMissing || fetch(url).then(Boolean, () => false), Boolean)
  return isMissing ? null : { url }
}
