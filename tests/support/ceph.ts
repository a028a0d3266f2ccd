import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import type { ObjectStore } from './object-store.ts'
import { poll } from './poll.ts'

const run = promisify(execFile)

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool', 'ceph']
/** Why no object store can be started; null when it can. */
export const cephMissing = (): string | null => {
  const missing = programs.filter((name) => !existsSync(`/usr/bin/${name}`))
  return missing.length > 0 ? `${missing.join(', ')} not installed (apt-get install radosgw ceph-mon ceph-osd)` : null
}

const accessKey = 'cofferkey'
/** With characters that a URL has to encode. */
const secretKey = 'secret/with+signs='

interface CephOptions {
  /** Maximum bytes of all objects. Default 6 GiB. */
  bytes?: number
}

/** One host without authentication within the cluster; parts of it wait for nothing that a cluster of many waits for. */
const configuration = (folder: string, monitorPort: string, gatewayPort: string, bytes: number) => `[global]
fsid = ${randomUUID()}
mon_host = [v2:127.0.0.1:${monitorPort}]
public_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
osd_heartbeat_grace = 600
memstore_device_bytes = ${bytes}
run_dir = ${folder}
admin_socket = ${folder}/$name.asok
log_file = ${folder}/$name.log
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort} tcp_nodelay=1
`

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/**
 * Ceph with one monitor, one OSD in memory, and the S3 gateway, in a new folder, which `stop` removes. Takes about ten
 * seconds.
 */
export const startCeph = async ({ bytes = 6 * 2 ** 30 }: CephOptions = {}): Promise<ObjectStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-ceph-'))
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()]
  const conf = join(folder, 'ceph.conf')
  const text = configuration(folder, monitorPort, gatewayPort, bytes)
  writeFileSync(conf, text)
  const cluster = /fsid = (\S+)/.exec(text)?.[1] as string
  const call = (program: string, ...args: string[]) => run(program, [...args, '-c', conf], { timeout: 60_000 })
  const daemons: ChildProcess[] = []
  const daemon = (program: string, ...args: string[]) => {
    const child = spawn(program, ['-f', ...args, '-c', conf], { stdio: 'ignore' })
    daemons.push(child)
    return child
  }
  const map = join(folder, 'monmap')
  const monitor = `[v2:127.0.0.1:${monitorPort}]`
  await run('monmaptool', ['--create', '--addv', 'a', monitor, '--fsid', cluster, map])
  await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
  daemon('ceph-mon', '-i', 'a')
  const osd = randomUUID()
  await call('ceph', 'osd', 'new', osd)
  await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  daemon('ceph-osd', '-i', '0')
  await poll(async () => /1 up/.test((await call('ceph', 'osd', 'stat')).stdout), Boolean)
  const account = ['--uid', 'coffer', '--display-name', 'Coffer', '--max-buckets', '0']
  await call('radosgw-admin', 'user', 'create', ...account, '--access-key', accessKey, '--secret-key', secretKey)

  const endpoint = `http://127.0.0.1:${gatewayPort}`
  let gateway: ChildProcess
  const startGateway = async () => {
    gateway = daemon('radosgw', '-n', 'client.admin', '--rgw-data', join(folder, 'rgw'))
    await poll(
      () =>
        fetch(endpoint).then(
          ({ ok }) => ok,
          () => false,
        ),
      Boolean,
    )
  }
  await startGateway()
  return {
    url: `s3://${accessKey}:${encodeURIComponent(secretKey)}@127.0.0.1:${gatewayPort}`,
    endpoint,
    signal: (signal) => gateway.kill(signal),
    async restart() {
      await stopChild(gateway)
      await startGateway()
    },
    async stop() {
      await Promise.all(daemons.map(stopChild))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
