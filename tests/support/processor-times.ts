/** `TEST_TIMES=1`: which test file used how much processor time, in which kind of process. Read from /proc, so on Linux only. */
import { readdirSync, readFileSync } from 'node:fs'

export const kinds = ['test', 'server', 'command', 'pages', 'browser', 'database', 'other'] as const
export type Kind = (typeof kinds)[number]

/** Seconds of the processor by kind of process, and how long the file took. */
export type Times = Record<Kind | 'elapsed', number>

export interface ProcessState {
  pid: number
  parent: number
  /** Distinguishes it from a later process with the same id. */
  started: number
  args: string
  /** Processor time of the process, and of its children that have ended, s. */
  seconds: number
  ended: number
}

const kindOf = (args: string): Kind => {
  if (/^(\S*\/)?postgres\b/.test(args)) return 'database'
  if (args.includes('--type=renderer')) return 'pages'
  if (/^\S*chrom/.test(args)) return 'browser'
  if (/\bmain\.(mjs|ts)\b/.test(args)) return 'server'
  return /\bcli\.(mjs|ts)\b/.test(args) ? 'command' : 'other'
}

interface Known extends ProcessState {
  /** The process of the group of files to which it belongs. */
  group: number | undefined
}

const isBelow = (pid: number, state: ProcessState, byPid: Map<number, ProcessState>): boolean => {
  let at: ProcessState | undefined = state
  while (at && at.pid !== pid) at = byPid.get(at.parent)
  return at !== undefined
}

/** Adds up what processes used from one reading of all processes to the next, by test file. */
export class ProcessorTimes {
  readonly files = new Map<string, Times>()
  private known = new Map<number, Known>()

  /** The process that began the run, which started the shared database too. */
  private readonly run: number
  /** The process whose children run the test files. */
  private readonly runner: number

  constructor(run: number, runner: number) {
    this.run = run
    this.runner = runner
  }

  add(states: ProcessState[], elapsed: number): void {
    const before = this.known
    this.known = new Map()
    const byPid = new Map(states.map((state) => [state.pid, state]))
    for (const state of states) {
      const earlier = before.get(state.pid)
      if (!earlier && !isBelow(this.run, state, byPid)) continue
      this.known.set(state.pid, { ...state, group: this.groupOf(state, byPid) ?? earlier?.group })
    }
    const endedSeconds = new Map<number, number>()
    const remains = ({ pid, started }: ProcessState) => byPid.get(pid)?.started === started
    for (const state of before.values()) {
      if (remains(state)) continue
      // Where a whole tree has ended, its times count for the nearest process that remains.
      let parent = before.get(state.parent)
      while (parent && !remains(parent)) parent = before.get(parent.parent)
      if (parent) endedSeconds.set(parent.pid, (endedSeconds.get(parent.pid) ?? 0) + state.seconds + state.ended)
    }
    for (const [pid, state] of this.known) {
      const earlier = pid === this.run ? (before.get(pid) ?? state) : before.get(pid)
      const same = earlier?.started === state.started ? earlier : { seconds: 0, ended: 0 }
      const times = this.timesOf(state.group, byPid)
      const kind = pid === state.group ? 'test' : kindOf(state.args)
      times[kind] += state.seconds - same.seconds
      // Time of children that began and ended between two readings.
      const unseen = state.ended - same.ended - (endedSeconds.get(pid) ?? 0)
      times[kind === 'database' ? 'database' : 'other'] += Math.max(0, unseen)
      if (pid === state.group) times.elapsed += elapsed
    }
  }

  private groupOf(state: ProcessState, byPid: Map<number, ProcessState>): number | undefined {
    // The name of a test's database contains the id of the test's process.
    const owner = kindOf(state.args) === 'database' && /\bt_(\d+)_/.exec(state.args)?.[1]
    if (owner) return Number(owner)
    let at: ProcessState | undefined = state
    while (at && at.parent !== this.runner) at = byPid.get(at.parent)
    return at?.pid
  }

  private timesOf(group: number | undefined, byPid: Map<number, ProcessState>): Times {
    const name = /\S+\.test\.ts/.exec(byPid.get(group ?? 0)?.args ?? '')?.[0] ?? 'between the files'
    const times = this.files.get(name) ?? (Object.fromEntries([...kinds, 'elapsed'].map((key) => [key, 0])) as Times)
    this.files.set(name, times)
    return times
  }
}

const ticksPerSecond = 100

const argsOf = (pid: string): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')

/** Matches processes whose name changes when they begin with another file, a database, or a page. */
const mayChange = /\.test\.ts|postgres|--type=zygote/

const readProcess = (pid: string, known: ProcessState | undefined): ProcessState[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0, started = 0] = [1, 11, 12, 13, 14, 19].map(
      (at) => fields[at],
    )
    const isSame = known?.started === started && !mayChange.test(known.args)
    const seconds = (user + system) / ticksPerSecond
    const ended = (endedUser + endedSystem) / ticksPerSecond
    return [{ pid: Number(pid), parent, started, args: isSame ? known.args : argsOf(pid), seconds, ended }]
  } catch {
    // It has ended.
    return []
  }
}

/** Watches what runs test files and all else that this process started; returns a function that ends it and gives the times of their files. */
export const watchProcessor = (runner: number): (() => Map<string, Times>) => {
  const times = new ProcessorTimes(process.pid, runner)
  let last = performance.now()
  let states = new Map<number, ProcessState>()
  const read = () => {
    const now = performance.now()
    const pids = readdirSync('/proc').filter((name) => /^\d/.test(name))
    const found = pids.flatMap((pid) => readProcess(pid, states.get(Number(pid))))
    states = new Map(found.map((state) => [state.pid, state]))
    times.add(found, (now - last) / 1_000)
    last = now
  }
  const timer = setInterval(read, 500)
  return () => {
    clearInterval(timer)
    return times.files
  }
}
