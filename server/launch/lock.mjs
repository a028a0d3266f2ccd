import { readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'

/** When a process began: a number of its own beside `pid`, which the next start or another program may get again. */
const beginOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // It has ended, and nobody has asked how.
    return fields[0] === 'Z' ? '-' : fields[19]
  } catch {
    // No such process, or no /proc on this system.
    return '-'
  }
}

const isAlive = (holder) => {
  const [pid, begin] = holder.split(' ')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return beginOf(pid) === begin
}

/** The lock's holder, as `own` below; null without one. */
const holderOf = (path) => {
  try {
    return readlinkSync(path)
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Takes the lock of a dead process away. Renamed first: meanwhile it may be a living one's, which gets it back. */
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
 * Runs `work` while no other process of this machine holds the lock at this path; waits for it, and takes over the lock of
 * one that died. `task` is named while it waits. A link is made with its content in one step.
 */
export const withLock = (lock, task, work) => {
  const own = `${process.pid} ${beginOf(process.pid)}`
  for (let waited = 0; ; waited++) {
    try {
      symlinkSync(own, lock)
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
    if (holderOf(lock) === own) rmSync(lock, { force: true })
  }
}
