interface Pixels {
  /** One byte for each channel, rows without gaps. */
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

const [short, long, bytes] = [3, 4, 7]
const headerBytes = 8

/**
 * An uncompressed TIFF of pixels and their color profile (TIFF 6.0): sharp takes a profile from a file only. A fourth
 * channel is opacity.
 */
export const tiffWithProfile = ({ data, width, height, channels }: Pixels, icc: Buffer): Buffer => {
  const bitsAt = headerBytes
  const iccAt = bitsAt + 8
  const dataAt = iccAt + icc.length + (icc.length % 2)
  const directoryAt = dataAt + data.length + (data.length % 2)
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, channels, bitsAt],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, dataAt],
    [277, short, 1, channels],
    [278, long, 1, height],
    [279, long, 1, data.length],
    ...(channels === 4 ? [[338, short, 1, 2] as const] : []),
    [34_675, bytes, icc.length, iccAt],
  ]
  const file = Buffer.alloc(directoryAt + 2 + entries.length * 12 + 4)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(directoryAt, 4)
  for (let channel = 0; channel < channels; channel++) file.writeUInt16LE(8, bitsAt + 2 * channel)
  icc.copy(file, iccAt)
  data.copy(file, dataAt)
  file.writeUInt16LE(entries.length, directoryAt)
  entries.forEach(([tag, type, count, value], index) => {
    const entryAt = directoryAt + 2 + index * 12
    file.writeUInt16LE(tag, entryAt)
    file.writeUInt16LE(type, entryAt + 2)
    file.writeUInt32LE(count, entryAt + 4)
    file.writeUInt32LE(value, entryAt + 8)
  })
  return file
}
