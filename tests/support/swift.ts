import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import type { ObjectStore } from './object-store.ts'
import { poll } from './poll.ts'

const kinds = ['account', 'container', 'object'] as const
const programs = [
  'swift-ring-builder',
  'swift-proxy-server',
  ...kinds.map((kind) => `swift-${kind}-server`),
  'memcached',
]

/** Why Swift cannot be started; null when it can. */
export const swiftMissing = (): string | null => {
  const missing = programs.filter((name) => !existsSync(`/usr/bin/${name}`))
  return missing.length > 0
    ? `${missing.join(', ')} not installed (apt-get install swift-proxy swift-account swift-container swift-object memcached)`
    : null
}

const account = 'coffer:coffer'
/** With characters that a URL has to encode. */
const secretKey = 'secret/with+signs='

const hashes = `[swift-hash]
swift_hash_path_suffix = coffer
swift_hash_path_prefix = coffer
[storage-policy:0]
name = one
default = yes
`
const common = (folder: string, port: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
user = root
workers = 0
log_level = ERROR
`
const storageServer = (kind: string) => `[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
[${kind}-replicator]
[${kind}-updater]
`
const proxy = (memcachePort: string) => `[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcachePort}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_coffer_coffer = ${secretKey} .admin
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_versioned_writes = true
${['catch_errors', 'gatekeeper', 'listing_formats', 'bulk', 'slo', 'dlo']
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`)
  .join('')}`

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** OpenStack Swift with its S3 API, one server of each kind on this machine. Needs root, as its servers expect it. */
export const startSwift = async (): Promise<ObjectStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-swift-'))
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true })
  writeFileSync(join(folder, 'swift.conf'), hashes)
  const children: ChildProcess[] = []
  const run = (program: string, ...args: string[]) => {
    const child = spawn(program, args, { stdio: 'ignore' })
    children.push(child)
    return child
  }
  for (const kind of kinds) {
    const port = await freePort()
    const ring = (...args: string[]) => execFileSync('swift-ring-builder', [join(folder, `${kind}.builder`), ...args])
    ring('create', '4', '1', '1')
    ring('add', `r1z1-127.0.0.1:${port}/disk`, '1')
    ring('rebalance')
    const file = join(folder, `${kind}.conf`)
    writeFileSync(file, common(folder, port) + storageServer(kind))
    run(`swift-${kind}-server`, file)
  }
  const [memcachePort, proxyPort] = [await freePort(), await freePort()]
  run('memcached', '-u', 'root', '-l', '127.0.0.1', '-p', memcachePort)
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, common(folder, proxyPort) + proxy(memcachePort))
  const endpoint = `http://127.0.0.1:${proxyPort}`
  let gateway: ChildProcess
  const startGateway = async () => {
    gateway = run('swift-proxy-server', file)
    await poll(() => fetch(endpoint).then(Boolean, () => false), Boolean)
  }
  const stop = async () => {
    await Promise.all(children.map(stopChild))
    rmSync(folder, { recursive: true, force: true })
  }
  await startGateway().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    url: `s3://${encodeURIComponent(account)}:${encodeURIComponent(secretKey)}@127.0.0.1:${proxyPort}`,
    endpoint,
    signal: (signal) => gateway.kill(signal),
    async restart() {
      await stopChild(gateway)
      await startGateway()
    },
    stop,
  }
}
