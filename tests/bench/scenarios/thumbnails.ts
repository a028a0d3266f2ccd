import sharp from 'sharp'
import { maliciousImages, watchPictureProcesses } from '../../support/malicious-images.ts'
import { answerTime, inLanes } from '../lib/http.ts'
import { putBenchFile } from '../lib/put-file.ts'
import { addFolder } from '../lib/seed.ts'
import { percentile, seconds } from '../lib/stats.ts'
import { type BenchContext, bearer, inMiB, type Scenario } from './context.ts'

/** 24 megapixels, as cameras make them. */
const [width, height] = [6_000, 4_000]
/** Number of photos uploaded at once; `BENCH_PHOTOS=1000` for the full scenario. */
const photos = Number(process.env.BENCH_PHOTOS ?? 40)
const maliciousCount = 20
/** Enough for a stable 99th percentile. */
const idleListings = 3_000
/** Uncounted listings before them. */
const warmUp = 300
const workerLimit = 512 << 20

/** A photo that is as expensive to decode as a real one. */
const photo = async (): Promise<Buffer> => {
  const noise = await sharp({
    create: {
      width: 1_500,
      height: 1_000,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  return sharp(noise).resize(width, height).jpeg({ quality: 85 }).toBuffer()
}

interface Entry {
  data: { attributes: { thumbnail: object | null; thumbnail_pending: boolean } }
}

/** Milliseconds of one listing. */
const list = (context: BenchContext, folder: string): Promise<number> =>
  answerTime(
    new URL(`/api/browse/folders/${folder}?per_page=50&sort=name&direction=ASC`, context.coffer.url),
    bearer(context),
  )

/** Number of pictures without thumbnails. */
const waiting = async (context: BenchContext, folder: string): Promise<number> => {
  let left = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const url = new URL(
      `/api/browse/folders/${folder}?per_page=200${cursor && `&cursor=${cursor}`}`,
      context.coffer.url,
    )
    const page = (await (await fetch(url, { headers: bearer(context) })).json()) as {
      data: Entry[]
      meta: { paginate: { nextCursor: string | null } }
    }
    left += page.data.filter(({ data }) => data.attributes.thumbnail_pending).length
    cursor = page.meta.paginate.nextCursor
  }
  return left
}

/** Lists a folder repeatedly while the thumbnails of photos and malicious images are created. */
export const thumbnails: Scenario = async (context) => {
  const listed = await addFolder(context.databaseUrl, 'listed', 1_000)
  const card = await addFolder(context.databaseUrl, 'card', 0)
  const idle: number[] = []
  for (let n = 0; n < warmUp; n++) await list(context, listed)
  for (let n = 0; n < idleListings; n++) idle.push(await list(context, listed))

  const picture = await photo()
  const broken = maliciousImages(picture)
  await inLanes(photos, 6, (n) => putBenchFile(context.coffer, `photo ${n}.jpg`, picture, card))
  for (let n = 0; n < maliciousCount; n++) {
    const [name, bytes] = broken[n % broken.length] as [string, Buffer]
    await putBenchFile(context.coffer, `${n} ${name}`, bytes, card)
  }
  const { pid } = context.coffer
  const worker = watchPictureProcesses(pid)
  const busy: number[] = []
  const took = await seconds(async () => {
    for (let left = await waiting(context, card); left > 0; left = await waiting(context, card))
      for (let n = 0; n < 50; n++) busy.push(await list(context, listed))
  })
  const peak = worker.stop()
  if (peak === 0) throw new Error('no picture process was seen')
  const [calm, loaded] = [percentile(idle, 0.99), percentile(busy, 0.99)]
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return [
    {
      scenario: 'thumbnails',
      figure: `p99 of a listing while ${photos} × 24 MP and ${maliciousCount} malicious images are processed / idle`,
      ours: ms(loaded),
      beside: ms(calm),
      value: loaded / calm,
      limit: { most: 2 },
    },
    {
      scenario: 'thumbnails',
      figure: 'memory of the picture process at most (MiB)',
      ours: inMiB(peak),
      beside: inMiB(workerLimit),
      value: peak / 1_048_576,
      limit: { most: 512 },
    },
    {
      scenario: 'thumbnails',
      figure: 'restarts of the server',
      ours: context.coffer.pid === pid ? '0' : '1',
      beside: '0',
      value: context.coffer.pid === pid ? 0 : 1,
      limit: { most: 0 },
    },
    {
      scenario: 'thumbnails',
      figure: 'pictures made per second',
      ours: ((photos + maliciousCount) / took).toFixed(1),
      beside: '–',
      value: (photos + maliciousCount) / took,
      limit: {},
    },
  ]
}
