import { proxy, ref } from 'valtio/vanilla'
import type { JournalEntry } from './journal.ts'
import { createSpeedMeter, type SpeedMeter, speedOfAll } from './speed.ts'
import type { Upload, UploadCounters, UploadGroup } from './types.ts'
import type { UploadConnection } from './upload-connection.ts'
import type { CounterTracker } from './upload-counters.ts'
import type { UploadQueue } from './upload-queue.ts'

type UploadPhase = 'idle' | 'running' | 'paused' | 'finished'

/** The state that the panel subscribes to. Its rows are plain objects, which are read when `tick` changes. */
interface UploadsState {
  phase: UploadPhase
  /** Changes with every update of numbers (at most 8 times a second). */
  tick: number
  /** Changes when rows are added or removed. */
  shape: number
  counters: UploadCounters
  /** Whole percent, at most 100. */
  percent: number
  /** Bytes per second; null while unknown. */
  speed: number | null
  /** Seconds; null while unknown. */
  secondsLeft: number | null
  /** No connection: all uploads wait. */
  offline: boolean
  interrupted: JournalEntry[]
  /** Number of selections whose uploads are being prepared: folders are read, limits are loaded. */
  preparations: number
}

const updateIntervalMs = 125

/** Whole percent of `done` in `all`, from 0 to 100. */
export const percentOf = (done: number, all: number): number =>
  all > 0 ? Math.max(0, Math.min(100, Math.floor((done / all) * 100))) : 0

/** Maintains the state of a queue. Batches changes, so that ten thousand files cause eight updates a second. */
export const createUploadState = (deps: {
  total: UploadCounters
  queue: UploadQueue
  connection: UploadConnection
}) => {
  const { total, queue, connection } = deps
  const state = proxy<UploadsState>({
    phase: 'idle',
    tick: 0,
    shape: 0,
    counters: { ...total },
    percent: 0,
    speed: null,
    secondsLeft: null,
    offline: false,
    interrupted: [],
    preparations: 0,
  })
  let groups: UploadGroup[] = []
  const meter = createSpeedMeter()
  let meters = new Map<Upload, SpeedMeter>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const phase = (): UploadPhase => {
    if (groups.length === 0) return 'idle'
    const open = total.files - total.done - total.failed - total.skipped - total.paused
    if (open > 0) return queue.isPaused && queue.active.size === 0 ? 'paused' : 'running'
    return total.paused > 0 ? 'paused' : 'finished'
  }

  const update = () => {
    const now = performance.now()
    if (queue.active.size === 0) meter.reset()
    else meter.sample(total.sent, now)
    // A file that was paused gets a new meter, so that its pause does not lower its speed.
    meters = new Map(Array.from(queue.active, (upload) => [upload, meters.get(upload) ?? createSpeedMeter()]))
    for (const [upload, own] of meters) {
      own.sample(upload.offset + upload.inFlightBytes, now)
      upload.speed = own.speed()
    }
    state.phase = phase()
    Object.assign(state.counters, total)
    state.percent = percentOf(total.sent, total.sent + total.left)
    state.speed = connection.isOffline ? null : speedOfAll(Array.from(queue.active), meter.speed())
    state.secondsLeft = state.speed ? Math.ceil(total.left / state.speed) : null
    state.offline = connection.isOffline && queue.active.size > 0
    state.tick += 1
  }

  const touch = () => {
    if (timer) return
    timer = setTimeout(() => {
      timer = null
      update()
    }, updateIntervalMs)
  }
  const reshape = () => {
    state.shape += 1
    update()
  }

  return {
    state,
    touch,
    /** Counts a preparation until the promise is settled. */
    preparing: async <Result>(preparation: Promise<Result>): Promise<Result> => {
      state.preparations += 1
      try {
        return await preparation
      } finally {
        state.preparations -= 1
      }
    },
    /** Shows interrupted uploads. They are not observed one by one, because there may be a hundred thousand. */
    showInterrupted: (entries: JournalEntry[]): void => {
      state.interrupted = ref(entries)
    },
    groups: (): readonly UploadGroup[] => groups,
    add: (added: UploadGroup[]) => {
      groups = [...groups, ...added]
      reshape()
    },
    drop: (uploads: Upload[], tracker: CounterTracker) => {
      const removed = new Set(uploads)
      for (const upload of uploads) tracker.remove(upload)
      for (const group of new Set(uploads.map((upload) => upload.group)))
        group.uploads = group.uploads.filter((upload) => !removed.has(upload))
      groups = groups.filter((group) => group.uploads.length > 0)
      reshape()
    },
    clear: (tracker: CounterTracker) => {
      for (const group of groups) for (const upload of group.uploads) tracker.remove(upload)
      groups = []
      meter.reset()
      reshape()
    },
  }
}

export type UploadStateStore = ReturnType<typeof createUploadState>
