import type { Test } from 'tap'
import { cephMissing, startCeph } from './ceph.ts'
import { startSwift, swiftMissing } from './swift.ts'

/** A real object store with an S3 gateway, of its own. */
export interface ObjectStore {
  /** `s3://…` without a bucket, for `newBucket`. */
  readonly url: string
  readonly endpoint: string
  /** Sends a signal to the gateway: SIGSTOP, SIGCONT, SIGKILL. */
  signal(signal: NodeJS.Signals): void
  /** Starts the gateway again after it was killed. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const isSwift = process.env.TEST_STORE === 'swift'

/** Why none can be started; null when it can. TEST_STORE=swift selects OpenStack Swift instead of Ceph. */
export const objectStoreMissing = (): string | null => (isSwift ? swiftMissing() : cephMissing())

export const startObjectStore = (): Promise<ObjectStore> => (isSwift ? startSwift() : startCeph())

/**
 * The object store of a test file. The run's own store (`npm run test:s3`) is not used, because tests stop theirs. Null
 * where it is not installed: then the file's one test is skipped with the reason.
 */
export const testObjectStore = async (t: Test): Promise<ObjectStore | null> => {
  const missing = objectStoreMissing()
  if (missing) {
    t.test('object store', { skip: missing }, async () => undefined)
    return null
  }
  const store = await startObjectStore()
  t.teardown(() => store.stop())
  return store
}
