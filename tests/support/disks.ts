import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Teardown } from './database.ts'
import { testFolder } from './folders.ts'

const succeeds = (command: string, args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A file system of its own in memory, of `mebibytes`. Null where it may not be mounted: only root can. */
export const smallDisk = (t: Teardown, mebibytes: number): string | null => {
  const folder = testFolder(t)
  if (!succeeds('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder])) return null
  t.teardown(() => succeeds('umount', ['-l', folder]))
  return folder
}

/** Takes every byte that is left on a disk. Returns what gives them back. */
export const fill = (disk: string): (() => void) => {
  const path = join(disk, 'filler')
  const file = openSync(path, 'w')
  for (let piece = 1 << 20; piece >= 512; piece >>= 1) {
    const bytes = Buffer.alloc(piece)
    try {
      while (writeSync(file, bytes) === piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
  return () => rmSync(path)
}

const shim = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
static int failing(void) { const char *flag = getenv("FAIL_SYNC_FLAG"); return flag && access(flag, F_OK) == 0; }
#define WRAP(name) int name(int fd) { \\
  static int (*real)(int); if (!real) real = dlsym(RTLD_NEXT, #name); \\
  if (failing()) { errno = EIO; return -1; } return real(fd); }
WRAP(fsync)
WRAP(fdatasync)
`

/**
 * A disk whose syncs fail with EIO while told so: environment for a process, and the switch. Null without a C compiler.
 */
export const failingSyncs = (t: Teardown) => {
  const folder = testFolder(t)
  const [source, library, flag] = ['shim.c', 'shim.so', 'fails'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(source, shim)
  if (!succeeds('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])) return null
  return {
    env: { LD_PRELOAD: library, FAIL_SYNC_FLAG: flag },
    fail: () => writeFileSync(flag, ''),
    mend: () => rmSync(flag, { force: true }),
  }
}
