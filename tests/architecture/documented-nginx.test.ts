import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { join } from 'node:path'
import t from 'tap'
import { testApp } from '../support/app.ts'
import { testFolder } from '../support/folders.ts'
import { freePort } from '../support/free-port.ts'
import { startNginx } from '../support/nginx.ts'

const text = readFileSync(new URL('../../docs/install.md', import.meta.url), 'utf8')
const [server = '', locations = ''] = [...text.matchAll(/^```nginx\n(.*?)^```/gms)].map(([, block]) => block)
const name = 'files.example.com'

/** Whether the installed nginx has the directive `http2`, in place of which older ones have a parameter of `listen`. */
const knowsHttp2 = (): boolean | null => {
  const { error, stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' })
  if (error) return null
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)\./.exec(stderr)?.map(Number) ?? []
  return major > 1 || minor >= 25
}

const send = (
  request: typeof requestPlain | typeof requestTls,
  port: number,
  path: string,
  options: RequestOptions & { rejectUnauthorized?: boolean; servername?: string } = {},
  body?: Buffer,
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ...options, headers: { host: name, ...options.headers } })
    sent.once('error', reject).once('response', (response) => resolve(response.resume()))
    sent.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response)
    })
    sent.end(body)
  })

t.test('docs/install.md: nginx takes the block as it is written, and Coffer works behind it', async (t) => {
  const hasHttp2 = knowsHttp2()
  if (hasHttp2 === null) return t.comment('nginx is not installed: .ci/run installs it on Debian')
  t.match([server, locations], [/listen 443 ssl;/, /location \/coffer-content\//])
  const folder = testFolder(t)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${name}`]
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const app = await testApp(t, { env: { APP_URL: `https://${name}`, X_ACCEL_REDIRECT: '/coffer-content' } })
  const [plain, tls] = [Number(await freePort()), Number(await freePort())]
  // Only addresses, ports and paths of the machine differ, and what the comment says of older versions.
  const http = `${server.trimEnd().replace(/\}$/, '')}${locations}}`
    .replace(/^ {2}listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${tls} ssl${hasHttp2 ? '' : ' http2'};`)
    .replace(/^ {2}http2 on;.*$/m, (line) => (hasHttp2 ? line : ''))
    .replace(/\/etc\/\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/\S+privkey\.pem/, key)
    .replaceAll('http://127.0.0.1:3000', app.url)
    .replace('/var/lib/coffer/blobs/', `${join(app.dataDir, 'blobs')}/`)
  const nginx = await startNginx(t, http, tls)
  if (!nginx) throw new Error('nginx was found, and is not there')

  const moved = await send(requestPlain, plain, '/sign-in?next=a')
  t.equal(moved.statusCode, 301)
  t.equal(moved.headers.location, `https://${name}/sign-in?next=a`)
  const own = { rejectUnauthorized: false, servername: name }
  const seen = await send(requestTls, tls, '/api/config', own)
  t.equal(seen.statusCode, 200, 'the host is the one of APP_URL')
  t.match(seen.headers, { 'strict-transport-security': /max-age/ })
  const large = { ...own, method: 'POST', headers: { 'content-type': 'application/octet-stream' } }
  const rejected = await send(requestTls, tls, '/api/upload/chunks', large, Buffer.alloc(2_000_000))
  t.match(String(rejected.statusCode), /^4(01|19)$/, 'its body is not too large for nginx')
  const handshake = { 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') }
  const headers = { connection: 'upgrade', upgrade: 'websocket', origin: `https://${name}`, ...handshake }
  const realtime = await send(requestTls, tls, '/ws', { ...own, headers })
  t.equal(realtime.statusCode, 401, 'an upgrade arrives as one: else the path is unknown')
  const hidden = await send(requestTls, tls, '/coffer-content/00/00/x', own)
  t.equal(hidden.statusCode, 404, 'contents have no address')
  t.equal(nginx.errors(), '')
})
