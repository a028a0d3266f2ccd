import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import t from 'tap'
import { type Teardown, testFolder } from '../../../../tests/support/folders.ts'
import { type HeicOptions, heicFile, heicTile } from '../../../../tests/support/heic-files.ts'
import { pictureProcesses, watchPictureProcesses } from '../../../../tests/support/malicious-images.ts'
import { createPictureWorker } from './picture-worker.ts'

type Color = readonly [red: number, green: number, blue: number]
const red: Color = [200, 30, 60]
const green: Color = [30, 160, 60]
const blue: Color = [30, 60, 200]
const yellow: Color = [230, 220, 60]
const upright = [red, green, blue, yellow]
const turnedLeft = [green, yellow, red, blue]

/** The picture process, and the thumbnail of this width that it makes of a file. */
const testWorker = (t: Teardown) => {
  const folder = testFolder(t)
  const worker = createPictureWorker()
  t.teardown(() => worker.stop())
  const [source, path] = [join(folder, 'source'), join(folder, 'made.webp')]
  return {
    worker,
    make: (bytes: Buffer, width = 1_440) => {
      writeFileSync(source, bytes)
      return worker.run({ source, kind: 'picture', targets: [{ width, path }] })
    },
    made: async () => {
      const { data, info } = await sharp(readFileSync(path)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
      const [right, bottom] = [info.width - 9, info.height - 9]
      return { ...info, corners: [at(9, 9), at(right, 9), at(9, bottom), at(right, bottom)] }
    },
  }
}

const isNear = (found: number[][], wanted: readonly Color[]) =>
  wanted.every((color, at) => color.every((value, channel) => Math.abs(value - (found[at]?.[channel] ?? -9)) <= 8))

const metadataOf = async (picture: Sharp) => sharp(await picture.jpeg().toBuffer()).metadata()
const blank = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })

t.test('HEIC: pictures are upright, rotated once by the file and not by its EXIF block', async (t) => {
  const { make, made } = testWorker(t)
  const { exif } = await metadataOf(
    blank()
      .withExif({ IFD0: { Make: 'Phone' } })
      .withMetadata({ orientation: 8 }),
  )
  const block = exif?.subarray(6)
  const cases: [string, Buffer, number, number, Color[]][] = [
    ['by libheif', heicTile, 512, 512, upright],
    ['a grid', heicFile({ columns: 3, rows: 2 }), 1_536, 1_024, upright],
    ['turned', heicFile({ columns: 3, rows: 2, turns: 1, exif: block }), 1_024, 1_536, turnedLeft],
    ['cropped', heicFile({ columns: 3, rows: 2, width: 1_200, height: 1_000 }), 1_200, 1_000, upright],
  ]
  for (const [name, bytes, width, height, corners] of cases) {
    t.match(await make(bytes), { width, height }, name)
    const picture = await made()
    t.match(picture, { width: Math.min(width, 1_440) }, name)
    // The corners of a cropped picture are within a tile.
    if (name !== 'cropped') t.ok(isNear(picture.corners, corners), `${name}: ${picture.corners.join(' ')}`)
  }
})

t.test('HEIC: camera, time and place are read', async (t) => {
  const { make } = testWorker(t)
  const { exif } = await metadataOf(
    blank().withExif({
      IFD0: { Make: 'Apple', Model: 'iPhone 15' },
      IFD2: { DateTimeOriginal: '2026:05:04 03:02:01' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 15/1 0/1' },
    }),
  )
  const facts = {
    camera: 'Apple',
    model: 'iPhone 15',
    taken_at: '2026-05-04T03:02:01',
    latitude: 48.5,
    longitude: -9.25,
  }
  t.match(await make(heicFile({ exif: exif?.subarray(6) })), { photo: facts })
})

t.test('HEIC: colors of a profile are converted to sRGB', async (t) => {
  const { make, made } = testWorker(t)
  const { icc } = await metadataOf(blank().withIccProfile('p3'))
  await make(heicFile({ columns: 1, rows: 1, icc }))
  // Red of Display P3 is outside of sRGB: more red, no green.
  const { corners } = await made()
  t.ok(isNear(corners, [[217, 0, 54]]), corners.join(' '))
})

t.test('HEIC: a thumbnail in the file is used where it is large enough', async (t) => {
  const { make, made } = testWorker(t)
  const file = heicFile({ thumbnailOnly: true, turns: 1 })
  t.match(await make(file, 480), { width: 1_024, height: 1_024 }, 'size of the picture itself')
  const picture = await made()
  t.match(picture, { width: 480, height: 480 })
  t.ok(isNear(picture.corners, turnedLeft))
  t.equal(await make(file, 960), null)
})

t.test('A34: a broken HEIC, or one of too many pixels, has no thumbnail, and the next one has', async (t) => {
  const { make, made } = testWorker(t)
  const good = heicFile()
  const options: [string, HeicOptions][] = [
    ['100,000 × 100,000 pixels', { width: 100_000, height: 100_000 }],
    ['38,416 tiles', { columns: 196, rows: 196 }],
    ['one tile for millions of pixels', { columns: 1, rows: 1, width: 7_000, height: 7_000 }],
  ]
  const files = new Map([
    ...options.map(([name, option]): [string, Buffer] => [name, heicFile(option)]),
    ['cut in its header', good.subarray(0, 500)],
    ['cut in its pixels', good.subarray(0, good.length - 900)],
    ['without pixels', good.subarray(0, good.indexOf('mdat'))],
  ])
  t.ok(await make(good))
  const [pid] = pictureProcesses(process.pid)
  for (const [name, bytes] of files) t.equal(await make(bytes), null, name)
  t.ok(await make(good))
  t.ok(isNear((await made()).corners, upright))
  t.strictSame(pictureProcesses(process.pid), [pid], 'by the same process')
})

t.test('A34: a photo of 48 megapixels keeps the limit of memory, and leaves none to the next one', async (t) => {
  const { make } = testWorker(t)
  const watch = watchPictureProcesses()
  const photo = heicFile({ columns: 16, rows: 12, width: 8_064, height: 6_048, turns: 1 })
  const started = performance.now()
  t.match(await make(photo), { width: 6_048, height: 8_064 })
  t.comment(`${Math.round(performance.now() - started)} ms`)
  const [pid] = pictureProcesses(process.pid)
  t.match(await make(heicTile), { width: 512 })
  t.not(pictureProcesses(process.pid)[0], pid, 'in a new process')
  const peak = watch.stop()
  t.comment(`${peak >> 20} MiB`)
  t.ok(peak > 0 && peak <= 512 << 20, `${peak >> 20} MiB at most`)
})
