import type { BlobStore } from '../blobs/index.ts'
import type { Tracing } from './tracing.ts'

/** Methods that read or write content; the others concern free space and health. */
const traced = new Set<string | symbol>([
  'stage',
  'reopen',
  'restage',
  'commit',
  'put',
  'discard',
  'open',
  'readSmall',
  'localFile',
  'unlink',
  'quarantine',
  'restore',
  'stat',
] satisfies (keyof BlobStore)[])

/** The store with a span for each call within a request or job. Spans contain neither keys nor bytes. */
export const traceBlobs = (store: BlobStore, tracing: Tracing): BlobStore =>
  new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      if (!traced.has(name)) return member.bind(target)
      return async (...given: unknown[]) => {
        const end = tracing.start(`blobs ${String(name)}`, 'client', { 'coffer.blobs.operation': String(name) })
        try {
          const result: unknown = await member.apply(target, given)
          end?.()
          return result
        } catch (error) {
          end?.(error)
          throw error
        }
      }
    },
  })
