import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Unit of the times in /proc/PID/stat on Linux. */
const clockTicksPerSecond = 100

/** Starts a script under this Node in its own process and waits for a line that matches. Returns the line's first group. */
export const startScript = (
  args: string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; match: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output = (output + data).slice(-10_000)
      const found = ready.exec(output)
      if (found) resolve({ child, match: found[1] ?? '' })
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${output.slice(-2_000)}`)))
  })

export const stopChild = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** Resident bytes of a process. */
export const residentBytesOfTree = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/** Processor time that a process has used, of all its threads, in seconds. */
export const processorSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond
}

/** Processor time of a server: its process, and with `WORKERS` those that it started. The database is another program. */
export const serverSeconds = (pid: number): number => {
  const nameOf = (process: number) => readFileSync(`/proc/${process}/comm`, 'utf8')
  const own = processTree(pid).filter((process) => nameOf(process) === nameOf(pid))
  return own.reduce((sum, process) => sum + processorSeconds(process), 0)
}

/** Proportional set size in bytes: shared pages are counted once over all processes. */
export const proportionalBytes = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024

/** Growth of a process's resident memory while `fn` runs, in bytes. */
export const memoryGrowth = async (pid: number, fn: () => Promise<unknown>): Promise<number> => {
  const before = residentBytesOfTree(pid)
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytesOfTree(pid))
  }, 20)
  await fn().finally(() => clearInterval(timer))
  return peak - before
}

/** A process and everything it started, by walking /proc. */
export const processTree = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return [pid, ...children.flatMap(processTree)]
}
