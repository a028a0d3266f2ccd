import sharp, { type Exif } from 'sharp'
import t from 'tap'
import { photoMetadata } from './photo-metadata.ts'

/** EXIF block of a JPEG as a camera writes it. */
const blockOf = async (exif: Exif) => {
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withExif(exif)
    .jpeg()
    .toBuffer()
  return (await sharp(photo).metadata()).exif as Buffer
}

t.test('photo metadata: the fields a camera writes', async (t) => {
  const block = await blockOf({
    IFD0: { Make: 'Leica', Model: 'Q2', Artist: 'Ann' },
    IFD2: {
      DateTimeOriginal: '2026:05:04 03:02:01',
      ExposureTime: '1/250',
      FNumber: '28/10',
      FocalLength: '28/1',
      ISOSpeedRatings: '400',
      LensModel: 'Summilux 1:1.7/28',
    },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '33/1 51/1 3000/100',
      GPSLongitudeRef: 'E',
      GPSLongitude: '151/1 12/1 0/1',
    },
  })
  t.match(photoMetadata(block), {
    camera: 'Leica',
    model: 'Q2',
    artist: 'Ann',
    lens: 'Summilux 1:1.7/28',
    taken_at: '2026-05-04T03:02:01',
    exposure_time: 0.004,
    f_number: 2.8,
    focal_length: 28,
    iso: 400,
    latitude: -33.858333,
    longitude: 151.2,
  })
})

t.test('photo metadata: incomplete or invalid coordinates are dropped', async (t) => {
  const half = await blockOf({ IFD0: { Make: 'X' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '10/1 0/1 0/1' } })
  t.match(photoMetadata(half), { camera: 'X', latitude: null, longitude: null })
  const far = await blockOf({
    IFD0: { Make: 'X' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '95/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '10/1 0/1 0/1' },
  })
  t.match(photoMetadata(far), { latitude: null, longitude: null })
})

t.test('A34: photo metadata of any EXIF block fits its columns', async (t) => {
  const block = await blockOf({
    IFD0: { Make: `a\u0001b${'x'.repeat(5_000)}` },
    IFD2: { ISOSpeedRatings: '65535', ExposureTime: '1/0', DateTimeOriginal: '9999:99:99 99:99:99' },
  })
  const metadata = photoMetadata(block)
  t.equal(metadata?.camera?.length, 200)
  t.notOk(metadata?.camera?.includes('\u0001'))
  t.equal(metadata?.taken_at, null)
  t.equal(metadata?.exposure_time, null, 'a division by zero is no time')
  t.equal(photoMetadata(undefined), null)
  t.equal(photoMetadata(Buffer.from('no EXIF at all')), null)
  t.equal(photoMetadata(Buffer.alloc(70_000, block)), null, 'more than a JPEG can hold')
  for (let cut = 0; cut < block.length; cut += 3) t.doesNotThrow(() => photoMetadata(block.subarray(0, cut)))
  for (let at = 0; at < Math.min(block.length, 400); at += 1) {
    const broken = Buffer.from(block)
    broken[at] = 0xff - (broken[at] as number)
    t.doesNotThrow(() => photoMetadata(broken))
  }
})
