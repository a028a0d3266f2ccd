export { Fsck } from './server/fsck.ts'
export { Gc } from './server/garbage-collector.ts'
