import { freemem, totalmem } from 'node:os'
import type { HealthChecks, HealthDeps } from './check.ts'

const lowDiskShare = 0.1
const lowMemoryBytes = 128e6

const isLocal = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Health checks of the server: disk, memory, URL. */
export const serverChecks = ({
  platform: { blobs, config },
  version,
}: HealthDeps): HealthChecks<'disk' | 'storage' | 'memory' | 'address' | 'version'> => ({
  async disk() {
    const space = await blobs.space()
    if (!space) return ['unmeasured', {}]
    const { free, total, reserve } = space
    return [free < reserve ? 'full' : free < total * lowDiskShare ? 'low' : 'ok', { free, total }]
  },
  storage: async () => [(await blobs.probe()) ? 'ok' : 'broken'],
  async memory() {
    // The container's limit; without a container it is larger than the memory.
    const total = Math.min(process.constrainedMemory() || totalmem(), totalmem())
    const free = Math.min(process.availableMemory() || freemem(), total)
    return [free < lowMemoryBytes ? 'low' : 'ok', { free, total }]
  },
  async address() {
    const { appUrl: url, trustedProxies, host, isAppUrlOverridden } = config
    if (isAppUrlOverridden) return ['overridden', { url }]
    const { protocol, hostname } = new URL(url)
    if (isLocal(hostname)) return [isLocal(host) ? 'ok' : 'local', { url }]
    if (protocol !== 'https:') return ['insecure', { url }]
    return [trustedProxies.length === 0 ? 'proxy' : 'ok', { url }]
  },
  version: async () => ['ok', { version, node: process.versions.node }],
})
