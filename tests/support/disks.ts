import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Teardown } from './folders.ts'
import { testFolder } from './folders.ts'

const succeeds = (command: string, args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A file system in memory, for `files` files and folders at most (0: any number). Null if it cannot be mounted: only root can. */
export const smallDisk = (t: Teardown, mebibytes: number, files = 0): string | null => {
  const folder = testFolder(t)
  const limits = `size=${mebibytes}m${files > 0 ? `,nr_inodes=${files}` : ''}`
  if (!succeeds('mount', ['-t', 'tmpfs', '-o', limits, 'tmpfs', folder])) return null
  t.teardown(() => succeeds('umount', ['-l', folder]))
  return folder
}

/** Fills a disk. Returns the function that frees the space. */
export const fillDisk = (disk: string): (() => void) => {
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

/** A file system in an image file that can simulate a power cut. */
interface CutDisk {
  /** The current mount point. */
  readonly folder: string
  /**
   * Simulates a power cut: mounts the image in its present state, without the kernel's dirty pages, at a new mount
   * point. Nothing may write meanwhile; `endAll` must end all processes that use the old mount point.
   */
  cut: (endAll: () => Promise<void>) => Promise<void>
}

/**
 * Null if it cannot be mounted: that requires root and loop devices. ext2 has no journal: a sync makes nothing durable but
 * the file or folder it names.
 */
export const cutDisk = (t: Teardown, mebibytes: number, type: 'ext4' | 'ext2' = 'ext4'): CutDisk | null => {
  const home = testFolder(t)
  let number = 0
  const image = () => join(home, `image-${number}`)
  const folder = () => join(home, `disk-${number}`)
  // The journal commits every ten minutes only: data reaches the image by syncs, not by time.
  const options = type === 'ext4' ? 'loop,commit=600' : 'loop'
  const mount = () => {
    mkdirSync(folder())
    return succeeds('mount', ['-t', type, '-o', options, image(), folder()])
  }
  execFileSync('truncate', ['-s', `${mebibytes}M`, image()])
  if (!succeeds(`mkfs.${type}`, ['-q', '-F', image()]) || !mount()) return null
  t.teardown(() => succeeds('umount', ['-l', folder()]))
  return {
    get folder() {
      return folder()
    },
    cut: async (endAll) => {
      const [before, old] = [folder(), image()]
      const next = join(home, `image-${number + 1}`)
      execFileSync('cp', ['--sparse=always', old, next])
      await endAll()
      succeeds('umount', ['-l', before])
      rmSync(old)
      number += 1
      // As the operating system does when it starts; the journal makes it unnecessary.
      if (type === 'ext2') succeeds('e2fsck', ['-y', image()])
      if (!mount()) throw new Error('the disk could not be mounted after the cut')
    },
  }
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
 * The environment of a process whose fsync calls fail with EIO after `fail()` and until `repair()`. Null without a C
 * compiler.
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
    repair: () => rmSync(flag, { force: true }),
  }
}
