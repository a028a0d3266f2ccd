import fs from 'node:fs'
import { promisify } from 'node:util'

/** Plain descriptors: on the frequent paths a FileHandle takes longer than the system call. */
export const open = promisify(fs.open)
export const close = promisify(fs.close)
export const fsync = promisify(fs.fsync)
export const fdatasync = promisify(fs.fdatasync)
export const ftruncate = promisify(fs.ftruncate)
export const copyFile = promisify(fs.copyFile)
export const link = promisify(fs.link)
export const rename = promisify(fs.rename)
export const unlink = promisify(fs.unlink)
export const utimes = promisify(fs.utimes)
export const mkdir = promisify(fs.mkdir)
export const readdir = (path: string): Promise<string[]> => fs.promises.readdir(path)

export const read = (fd: number, into: Buffer, position: number): Promise<number> =>
  new Promise((resolve, reject) => {
    fs.read(fd, into, 0, into.length, position, (error, bytes) => (error ? reject(error) : resolve(bytes)))
  })

const readOnly = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW
const tooShort = () => Object.assign(new Error('file is shorter than expected'), { code: 'ENOENT' })

/** Fills `into` from the start of a file; throws `ENOENT` when the file is shorter. */
export const readFileSync = (path: string, into: Buffer): void => {
  const fd = fs.openSync(path, readOnly)
  try {
    if (fs.readSync(fd, into, 0, into.length, 0) !== into.length) throw tooShort()
  } finally {
    fs.closeSync(fd)
  }
}

/** Like `readFileSync`, in the thread pool. */
export const readFile = async (path: string, into: Buffer): Promise<void> => {
  const fd = await open(path, readOnly)
  try {
    if ((await read(fd, into, 0)) !== into.length) throw tooShort()
  } finally {
    await close(fd)
  }
}

const writeOnce = (fd: number, pieces: Buffer[], position: number): Promise<number> =>
  new Promise((resolve, reject) => {
    fs.writev(fd, pieces, position, (error, bytes) => (error ? reject(error) : resolve(bytes)))
  })

/** The part of `pieces` after the first `bytes` bytes. */
const rest = (pieces: Buffer[], bytes: number): Buffer[] => {
  let left = bytes
  const out: Buffer[] = []
  for (const piece of pieces) {
    if (left >= piece.length) left -= piece.length
    else {
      out.push(left > 0 ? piece.subarray(left) : piece)
      left = 0
    }
  }
  return out
}

/** Writes all pieces: after a short write (a disk running full) it continues there, and the next write reports the error. */
export const writeAll = async (fd: number, pieces: Buffer[], position: number): Promise<void> => {
  let offset = position
  let left = pieces
  for (;;) {
    const total = left.reduce((sum, piece) => sum + piece.length, 0)
    if (total === 0) return
    const bytes = await writeOnce(fd, left, offset)
    if (bytes === total) return
    if (bytes === 0) throw Object.assign(new Error('nothing written'), { code: 'EIO' })
    offset += bytes
    left = rest(left, bytes)
  }
}

/** Makes the directory entries of a folder durable. */
export const syncFolder = async (path: string): Promise<void> => {
  const fd = await open(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  try {
    await fsync(fd)
  } finally {
    await close(fd)
  }
}
