import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Teardown } from './database.ts'

export interface MemoryLimit {
  /** Puts a process under the limit. */
  add(pid: number): void
  /** How often the kernel ended a process because of it. */
  kills(): number
}

/** A control group, in its two versions: the folder of all groups, and the files of a group. */
const versions = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', kills: 'memory.events' },
]

/** A limit for the memory of processes and of the files that they cache. Null where this account cannot set one. */
export const memoryLimit = (t: Teardown, bytes: number): MemoryLimit | null => {
  for (const { root, limit, kills } of versions) {
    const group = join(root, `coffer-test-${process.pid}`)
    try {
      mkdirSync(group)
      t.teardown(() => {
        try {
          rmdirSync(group)
        } catch {
          // A process in it has not ended yet; an empty group costs nothing.
        }
      })
      if (!existsSync(join(group, limit))) continue
      writeFileSync(join(group, limit), String(bytes))
    } catch {
      continue
    }
    return {
      add: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)),
      kills: () => Number(/oom_kill (\d+)/.exec(readFileSync(join(group, kills), 'utf8'))?.[1] ?? 0),
    }
  }
  return null
}
