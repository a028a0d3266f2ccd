import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const checkIntervalMs = 5_000
/** Share of time that the event loop works, below which the process counts as idle. */
const maxIdleUtilization = 0.02
/** Consecutive idle checks before a collection: a pause between two requests of one visitor is shorter. */
const idleChecks = 2
/** Growth of memory since the last collection that justifies the processor time of another one. */
const minGrowthBytes = 16 << 20

interface ProcessState {
  /** Share of the time since the last call that the event loop worked, 0–1. */
  utilization(): number
  residentBytes(): number
  /** Collects garbage and returns freed memory to the system. */
  collect(): void
}

/**
 * Collects garbage after a load has ended. V8 collects when memory is allocated, so an unused process
 * would stay as large as it was under load. No request waits for the collection, because the process is idle.
 */
export class IdleCollection {
  private readonly state: ProcessState
  private idle = 0
  private resident = 0
  constructor(state: ProcessState) {
    this.state = state
  }

  /** Called every `checkIntervalMs`. True when it collected. */
  check(): boolean {
    this.idle = this.state.utilization() <= maxIdleUtilization ? this.idle + 1 : 0
    const grown = this.state.residentBytes() - this.resident
    if (this.idle < idleChecks || grown < minGrowthBytes) return false
    this.state.collect()
    this.resident = this.state.residentBytes()
    return true
  }
}

const thisProcess = (): ProcessState => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  let last = performance.eventLoopUtilization()
  return {
    utilization: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    residentBytes: () => process.memoryUsage.rss(),
    // As if memory were short, which also shrinks the heap.
    collect: () => collect({ type: 'major', flavor: 'last-resort' }),
  }
}

/** Collects garbage of this process whenever it becomes idle, until the process ends. */
export const collectWhenIdle = (): void => {
  const collection = new IdleCollection(thisProcess())
  setInterval(() => collection.check(), checkIntervalMs).unref()
}
