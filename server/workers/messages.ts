import type { WorkerMessage } from '../../modules/platform/launch.ts'

/** Messages of the primary process to an app process. */
export type ToWorker =
  | WorkerMessage
  /** The first message: serve. `number` 1 runs the jobs. */
  | { type: 'serve'; number: number; databaseUrl: string; port: number }
  /** The port is free now: listen on it. */
  | { type: 'listen' }
  /** Finish the running requests and end. */
  | { type: 'close'; drainTimeoutMs: number }
  /** Everything has stopped: store the settings that the restart is for, and end. */
  | { type: 'prepare' }

/** Messages of an app process to the primary process. */
export type FromWorker =
  | WorkerMessage
  /** Its app is open and waits for `listen`. */
  | { type: 'opened' }
  /** `url`: for the ready line. Until `isSetUp`, it serves alone: the setup wizard keeps its state in memory. */
  | { type: 'ready'; url: string; isSetUp: boolean }
  | { type: 'set-up' }
  /** Restart the server. */
  | { type: 'restart' }
  /** Its app is closed; it waits for `prepare`. */
  | { type: 'closed' }
