export { Fsck } from './server/fsck.ts'
export { GarbageCollector } from './server/garbage-collector.ts'
