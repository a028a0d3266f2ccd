import { readFileSync, statSync } from 'node:fs'

/** True while a process with this id exists, under any account. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const statFields = (pid: number): string[] | null => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** In a container without an init process, an ended orphan is never reaped and stays listed. */
const isZombie = (pid: number): boolean => statFields(pid)?.[0] === 'Z'

/** Process id with its start time where /proc reports it (Linux): ids are reused, pairs are not. */
export const processFingerprint = (pid: number): string => `${pid} ${statFields(pid)?.[19] ?? '-'}`

/**
 * Whether the process of a `processFingerprint` still runs. When /proc does not show the process, its id decides: in a hardened
 * service, /proc hides processes outside of the service.
 */
export const stillRuns = (value: string): boolean => {
  const pid = Number.parseInt(value, 10)
  return pid > 0 && isAlive(pid) && (statFields(pid) === null || processFingerprint(pid) === value.trim())
}

const commandOf = (pid: string | number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Id of the process's first child with a matching command line; undefined when there is none, null where the system does not
 * tell (other than Linux).
 */
export const findChild = (pid: number, command: RegExp): number | undefined | null => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    const found = children.find((child) => command.test(commandOf(child)))
    return found === undefined ? undefined : Number(found)
  } catch {
    return null
  }
}

/** Resolves true when the process has ended, false after `timeoutMs`. */
export const waitForExit = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return true
}

/** Whether `/proc` shows that a process works in this folder; true when this account may not read it. */
const worksIn = (pid: number, folder: string): boolean => {
  try {
    const [cwd, wanted] = [statSync(`/proc/${pid}/cwd`), statSync(folder)]
    return cwd.dev === wanted.dev && cwd.ino === wanted.ino
  } catch {
    return true
  }
}

/** The id of a thread is found in /proc too. */
const isThread = (pid: number): boolean => {
  try {
    return !new RegExp(`^Tgid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Whether this account may signal a process, which it may for each of its own. */
const isOwnProcess = (pid: number): boolean => {
  try {
    return process.kill(pid, 0) && !isZombie(pid)
  } catch {
    return false
  }
}

/** Whether /proc shows that a process is not the PostgreSQL of a data folder; false where it does not show the process. */
const isKnownAsOther = (pid: number, data: string): boolean => {
  const command = commandOf(pid)
  return isThread(pid) || (command !== '' && !/postgres/.test(command)) || !worksIn(pid, data)
}

/**
 * Whether this process is, or may be, the PostgreSQL of a data folder. After a power cut, the id in its postmaster.pid may
 * belong to any other process or thread, also to another PostgreSQL. A process of another account is never it: root starts
 * PostgreSQL as an account that root may signal, and others start it as their own.
 */
export const isServerOf = (pid: number, data: string): boolean => isOwnProcess(pid) && !isKnownAsOther(pid, data)

/** Whether this process keeps PostgreSQL from starting on a data folder, and is certainly not its PostgreSQL. */
export const blocksStart = (pid: number, data: string): boolean => isOwnProcess(pid) && isKnownAsOther(pid, data)
