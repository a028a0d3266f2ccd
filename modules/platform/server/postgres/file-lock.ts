import { chmodSync, linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskProblem } from '../disk-errors.ts'
import { isForeignNamespace, pidNamespace } from './pid-namespace.ts'
import { processFingerprint, stillRuns } from './processes.ts'

/**
 * Waiting for the lock fails when its holder has not renewed it for this time. A holder that renews it is waited for: a
 * server that recovers may take hours.
 */
const defaultTimeoutMs = 180_000
const retryDelayMs = 50
const renewalIntervalMs = 1_000
const staleAfterMs = 10_000

/** Content of a lock file: the holder, and its pid namespace, outside of which the process id is meaningless. */
const holderText = () => `${processFingerprint(process.pid)}\n${pidNamespace}`

/**
 * Runs `fn` while this process holds the lock file of a folder; waits for another running process, and takes over the
 * lock of a killed one. Throws when a process holds the lock without renewing it for 180 s (`timeoutMs`: tests).
 */
export const withLock = async <T>(dir: string, fn: () => Promise<T>, timeoutMs = defaultTimeoutMs): Promise<T> => {
  const file = join(dir, 'lock')
  let deadline = performance.now() + timeoutMs
  let renewedAt = renewalTime(file)
  while (!acquire(file)) {
    const renewal = renewalTime(file)
    if (renewal !== renewedAt) deadline = performance.now() + timeoutMs
    renewedAt = renewal
    if (!holderRuns(file)) takeOver(file)
    else if (performance.now() > deadline) throw new Error(`${file} is held by another process`)
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

/**
 * As `withLock`, but runs `fn` without the lock where the disk is full or read-only: for work that must happen nevertheless.
 */
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

/** When the holder renewed its lock; undefined while there is none. */
const renewalTime = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs

/**
 * Renews the lock for processes that cannot know whether this process runs: processes of other containers, and of an account
 * that may not read the lock. Others only wait longer for it.
 */
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

/** Links a complete file to the lock's name: if the lock file were written in place, a crash could leave it empty. */
const acquire = (file: string): boolean => {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, holderText())
    // Other accounts must see whether the holder runs, whatever the umask of this process.
    chmodSync(draft, 0o644)
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
    return isForeignNamespace(namespace) ? wasRenewed(file) : stillRuns(holder)
  } catch (error) {
    // Released meanwhile: it can be acquired.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    return wasRenewed(file)
  }
}

/**
 * Whether the holder has renewed its lock recently. A time ahead of the clock does not count: a machine without a clock chip
 * may boot with an earlier time.
 */
const wasRenewed = (file: string): boolean => {
  const at = renewalTime(file)
  return at === undefined || Math.abs(Date.now() - at) < staleAfterMs
}
