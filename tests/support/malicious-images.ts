import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { heicFile } from './heic-files.ts'

/** A PNG that claims this size; its pixels are zeros, which compress to almost nothing. */
const hugePng = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(20 << 20))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF with this number of one-pixel frames. */
const manyFrames = (count: number): Buffer => {
  const head = Buffer.from('47494638396101000100800100000000ffffff', 'hex')
  const frame = Buffer.from('21f904040a0000002c00000000010001000002024401', 'hex')
  const body = Buffer.concat([frame, Buffer.from([0])])
  return Buffer.concat([head, ...Array.from({ length: count }, () => body), Buffer.from([0x3b])])
}

/** A TIFF with this number of pages, each of one pixel or claiming to be a square of this edge. */
const manyPages = (count: number, edge = 1): Buffer => {
  const entries = [
    [256, 4, 1, edge],
    [257, 4, 1, edge],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, 8],
    [279, 4, 1, 1],
  ] as const
  const size = 2 + entries.length * 12 + 4
  const out = Buffer.alloc(12 + count * size)
  out.write('II*\0', 'latin1')
  out.writeUInt32LE(12, 4)
  for (let page = 0; page < count; page++) {
    const at = 12 + page * size
    out.writeUInt16LE(entries.length, at)
    entries.forEach(([tag, type, number, value], index) => {
      const entry = at + 2 + index * 12
      out.writeUInt16LE(tag, entry)
      out.writeUInt16LE(type, entry + 2)
      out.writeUInt32LE(number, entry + 4)
      out.writeUInt32LE(value, entry + 8)
    })
    out.writeUInt32LE(page + 1 < count ? at + size : 0, at + size - 4)
  }
  return out
}

/** An empty archive with a picture's name. */
const emptyZip = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])
/** A HEIC header followed by random bytes. */
const heic = () =>
  Buffer.concat([Buffer.from('0000001866747970686569630000000068656963', 'hex'), Buffer.alloc(4), randomBytes(4_000)])

/** Pictures that break decoders (A34), by name; `whole`: a valid PNG, of which one contains the first half. */
export const maliciousImages = (whole: Buffer): [string, Buffer][] => [
  ['flood.png', hugePng(50_000, 50_000)],
  ['strip.png', hugePng(1, 1_000_000_000)],
  ['frames.gif', manyFrames(10_000)],
  ['cut.png', whole.subarray(0, whole.length >> 1)],
  ['noise.jpg', Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), randomBytes(5_000)])],
  ['zip.png', emptyZip],
  ['pages.tiff', manyPages(200)],
  ['flood.tiff', manyPages(1, 100_000)],
  ['phone.heic', heic()],
  ['flood.heic', heicFile({ width: 100_000, height: 100_000 })],
]

/** Pids of the picture processes of a server process. */
export const pictureProcesses = (parent: number): number[] => {
  try {
    return readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1')
      .split(' ')
      .filter(Boolean)
      .map(Number)
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('picture-process'))
  } catch {
    return []
  }
}

const resident = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4_096
  } catch {
    return 0
  }
}

/** Samples the memory of a server's picture processes (default: this process); `stop` returns the peak in bytes. */
export const watchPictureProcesses = (parent = process.pid) => {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, ...pictureProcesses(parent).map(resident))
  }, 20)
  return {
    stop: (): number => {
      clearInterval(timer)
      return peak
    },
  }
}
