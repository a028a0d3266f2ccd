import { readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'

/** Start time of a process. Together with the pid it identifies a process, as pids are reused. */
const startTimeOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie: it has ended, and its parent has not reaped it.
    return fields[0] === 'Z' ? '-' : fields[19]
  } catch {
    // No such process, or no /proc on this system.
    return '-'
  }
}

const isAlive = (holder) => {
  const [pid, startTime] = holder.split(' ')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return startTimeOf(pid) === startTime
}

/** The lock's holder as `pid startTime`; null without one. */
const holderOf = (path) => {
  try {
    return readlinkSync(path)
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Removes the lock of an ended process. Renames it first, and back if another running process has acquired it meanwhile. */
const takeOver = (lock, aside) => {
  try {
    renameSync(lock, aside)
    if (isAlive(readlinkSync(aside))) renameSync(aside, lock)
    else rmSync(aside)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/**
 * Runs `work` while this process holds the lock at this path; waits for other processes of this machine, and takes over the
 * lock of an ended one. The waiting message names `task`. The lock is a symbolic link, which is created with its content atomically.
 */
export const withLaunchLock = (lock, task, work) => {
  const ownHolder = `${process.pid} ${startTimeOf(process.pid)}`
  for (let waited = 0; ; waited++) {
    try {
      symlinkSync(ownHolder, lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = holderOf(lock)
    if (holder && !isAlive(holder)) takeOver(lock, `${lock}-${process.pid}`)
    if (waited === 10) console.error(`Waiting for the ${task} of process ${holder?.split(' ')[0]} …`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
  try {
    return work()
  } finally {
    if (holderOf(lock) === ownHolder) rmSync(lock, { force: true })
  }
}
