import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isForeignNamespace, pidNamespace } from './pid-namespace.ts'
import { fingerprint, stillRuns } from './processes.ts'

/** Whether an error says that nothing can be written to the disk. */
export const isDiskProblem = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Longer than any holder needs: a server has 120 s to become ready, after 30 s of retries. */
const timeoutMs = 180_000
const retryDelayMs = 50
const renewalIntervalMs = 1_000
const staleAfterMs = 10_000

/** With the pid namespace, outside of which the id is meaningless. */
const holderText = () => `${fingerprint(process.pid)}\n${pidNamespace}`

/**
 * Runs `fn` while this process holds the lock file of a folder; waits for another running process, and takes over the
 * lock of a killed one. Throws when the lock is not free within 180 s.
 */
export const withLock = async <T>(dir: string, fn: () => Promise<T>): Promise<T> => {
  const file = join(dir, 'lock')
  const deadline = Date.now() + timeoutMs
  while (!acquire(file)) {
    if (!holderRuns(file)) takeOver(file)
    else if (Date.now() > deadline) throw new Error(`${file} is held by another process`)
    else await sleep(retryDelayMs)
  }
  const renewal = setInterval(renew, renewalIntervalMs, file)
  renewal.unref()
  try {
    return await fn()
  } finally {
    clearInterval(renewal)
    if (isOwn(file)) rmSync(file, { force: true })
  }
}

/** As `withLock`, but runs `fn` without the lock where the disk is full or can only be read: for what has to happen nevertheless. */
export const withLockIfWritable = async <T>(dir: string, fn: () => Promise<T>): Promise<T> => {
  let isBegun = false
  try {
    return await withLock(dir, () => {
      isBegun = true
      return fn()
    })
  } catch (error) {
    if (isBegun || !isDiskProblem(error)) throw error
    return fn()
  }
}

const isOwn = (file: string): boolean => {
  try {
    return readFileSync(file, 'utf8') === holderText()
  } catch {
    return false
  }
}

/** For processes of other containers, which cannot see whether this one runs. The lock does not depend on it elsewhere. */
const renew = (file: string): void => {
  try {
    if (isOwn(file)) utimesSync(file, new Date(), new Date())
  } catch {}
}

/** Removes the lock of a killed process. Renames it first, and back if another process has acquired it meanwhile. */
const takeOver = (file: string): void => {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    if (holderRuns(aside)) renameSync(aside, file)
    else rmSync(aside, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Links a complete file to the lock's name: a crash could leave a lock file that is written in place empty. */
const acquire = (file: string): boolean => {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, holderText())
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

const holderRuns = (file: string): boolean => {
  try {
    const [holder = '', namespace = ''] = readFileSync(file, 'utf8').split('\n')
    // A time ahead of the clock is no sign of life: a machine without a clock chip may boot with an earlier one.
    if (isForeignNamespace(namespace)) return Math.abs(Date.now() - statSync(file).mtimeMs) < staleAfterMs
    return stillRuns(holder)
  } catch {
    return true
  }
}
