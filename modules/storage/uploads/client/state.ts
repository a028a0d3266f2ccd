import { proxy } from 'valtio/vanilla'
import type { Line } from './connection.ts'
import type { JournalEntry } from './journal.ts'
import type { Queue } from './queue.ts'
import { createMeter, type Meter, speedOfAll } from './speed.ts'
import type { Tally, Upload, UploadGroup } from './types.ts'
import type { Ledger } from './upload-counters.ts'

export type UploadPhase = 'idle' | 'running' | 'held' | 'finished'

/** What the panel watches. The rows themselves are plain objects, read when `tick` moves. */
export interface UploadsState {
  phase: UploadPhase
  /** Moves with every change of numbers (at most 8 times a second). */
  tick: number
  /** Moves when rows come or go. */
  shape: number
  tally: Tally
  /** Whole per cent, never above 100. */
  percent: number
  /** Bytes per second; null while unknown. */
  speed: number | null
  /** Seconds; null while unknown. */
  secondsLeft: number | null
  /** No connection: everything waits for it. */
  offline: boolean
  interrupted: JournalEntry[]
  /** Drops whose folders are still being looked through. */
  reading: number
}

const pace = 125

/** Whole per cent of `done` in `all`, from 0 to 100. */
export const percentOf = (done: number, all: number): number =>
  all > 0 ? Math.max(0, Math.min(100, Math.floor((done / all) * 100))) : 0

/** Keeps the watched sums of a queue; collects changes, so that ten thousand files mean eight updates a second. */
export const createUploadState = (deps: { total: Tally; queue: Queue; line: Line }) => {
  const { total, queue, line } = deps
  const state = proxy<UploadsState>({
    phase: 'idle',
    tick: 0,
    shape: 0,
    tally: { ...total },
    percent: 0,
    speed: null,
    secondsLeft: null,
    offline: false,
    interrupted: [],
    reading: 0,
  })
  let groups: UploadGroup[] = []
  const meter = createMeter()
  let meters = new Map<Upload, Meter>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const phase = (): UploadPhase => {
    if (groups.length === 0) return 'idle'
    const open = total.files - total.done - total.failed - total.skipped - total.paused
    if (open > 0) return queue.held && queue.active.size === 0 ? 'held' : 'running'
    return total.paused > 0 ? 'held' : 'finished'
  }

  const update = () => {
    const now = performance.now()
    if (queue.active.size === 0) meter.reset()
    else meter.sample(total.sent, now)
    // A file that rested begins anew: its pause is no slowness.
    meters = new Map(Array.from(queue.active, (upload) => [upload, meters.get(upload) ?? createMeter()]))
    for (const [upload, own] of meters) {
      own.sample(upload.offset + upload.sending, now)
      upload.speed = own.speed()
    }
    state.phase = phase()
    Object.assign(state.tally, total)
    state.percent = percentOf(total.sent, total.sent + total.left)
    state.speed = line.down ? null : speedOfAll(Array.from(queue.active), meter.speed())
    state.secondsLeft = state.speed ? Math.ceil(total.left / state.speed) : null
    state.offline = line.down && queue.active.size > 0
    state.tick += 1
  }

  const touch = () => {
    if (timer) return
    timer = setTimeout(() => {
      timer = null
      update()
    }, pace)
  }
  const reshape = () => {
    state.shape += 1
    update()
  }

  return {
    state,
    touch,
    groups: (): readonly UploadGroup[] => groups,
    add: (added: UploadGroup[]) => {
      groups = [...groups, ...added]
      reshape()
    },
    drop: (uploads: Upload[], ledger: Ledger) => {
      const gone = new Set(uploads)
      for (const upload of uploads) ledger.remove(upload)
      for (const group of new Set(uploads.map((upload) => upload.group))) {
        const kept = group.uploads.filter((upload) => !gone.has(upload))
        group.uploads.splice(0, group.uploads.length, ...kept)
      }
      groups = groups.filter((group) => group.uploads.length > 0)
      reshape()
    },
    clear: (ledger: Ledger) => {
      for (const group of groups) for (const upload of group.uploads) ledger.remove(upload)
      groups = []
      meter.reset()
      reshape()
    },
  }
}

export type UploadView = ReturnType<typeof createUploadState>
