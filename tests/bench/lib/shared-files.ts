import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { poll } from '../../support/poll.ts'
import { pdfOf, pdfStream } from '../../support/tiny-files.ts'
import { mp3With } from '../../support/tiny-recordings.ts'
import type { BenchServer } from './coffer.ts'
import { putBenchFile } from './put-file.ts'

const [width, height] = [3_000, 2_000]

/** A photo whose previews are as large as a real photo's: forms of all sizes, and grain. */
const photo = async (): Promise<Buffer> => {
  const noise = async (columns: number, sigma: number) => {
    const size = { width: columns, height: Math.round((columns * height) / width) }
    const plain = { ...size, channels: 3 as const, background: 'gray' }
    const made = await sharp({ create: { ...plain, noise: { type: 'gaussian', mean: 128, sigma } } })
      .png()
      .toBuffer()
    return sharp(made).resize(width, height, { kernel: 'cubic' }).png().toBuffer()
  }
  const [coarse, middle, fine, grain] = await Promise.all([
    noise(8, 70),
    noise(60, 50),
    noise(300, 30),
    noise(1_500, 12),
  ])
  return sharp(coarse)
    .composite([middle, fine, grain].map((input) => ({ input, blend: 'soft-light' })))
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** A page full of text. */
const paper = (): Buffer => {
  const lines = Array.from(
    { length: 46 },
    (_, n) => `(${n + 1}. The committee has read the report and asks for two more.) Tj 0 -15 Td`,
  )
  const content = `BT /F1 11 Tf 60 740 Td ${lines.join(' ')} ET`
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>'
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    font,
    page,
    pdfStream('', content),
  ])
}

/** Two seconds of a still picture; null without ffmpeg. */
const film = (scratch: string, picture: Buffer): Buffer | null => {
  const ffmpeg = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg'].find((path) => existsSync(path))
  if (!ffmpeg) return null
  const [from, to] = [join(scratch, 'still.jpg'), join(scratch, 'film.mp4')]
  writeFileSync(from, picture)
  const encode = ['-vf', 'scale=1920:1280', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast']
  execFileSync(ffmpeg, ['-loglevel', 'error', '-y', '-loop', '1', '-t', '2', '-i', from, ...encode, to])
  return readFileSync(to)
}

const text = 'A line of the minutes, as long as lines of minutes are when somebody writes them down.\n'
const code = "export const answer = (question: string): number => (question.length > 0 ? 42 : 0) // 'why'\n"
const markdown =
  '## A part\n\nA paragraph with **bold** words and `code`.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'

const linkTo = async ({ url, token }: BenchServer, id: string): Promise<URL> => {
  const answer = await fetch(new URL('/api/share', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, type: 'file', permission: 'visitor' }),
  })
  const { data } = (await answer.json()) as { data: { attributes: { token: string } } }
  return new URL(`/share/${data.attributes.token}/file`, url)
}

type NamedFile = [kind: string, name: string, bytes: Buffer]

/** A file of each kind that the page of a link shows, except for archives; without ffmpeg no film. */
const shareFiles = async (scratch: string): Promise<NamedFile[]> => {
  const picture = await photo()
  const cover = await sharp(picture).resize(800, 800).jpeg({ quality: 85 }).toBuffer()
  const moving = film(scratch, picture)
  return [
    ['picture', 'Lake.jpg', picture],
    ...(moving ? [['film', 'Waves.mp4', moving] as NamedFile] : []),
    ['sound with a cover', 'Song.mp3', mp3With(cover)],
    ['PDF', 'Report.pdf', paper()],
    ['text', 'Minutes.txt', Buffer.from(text.repeat(300))],
    ['code', 'answer.ts', Buffer.from(code.repeat(200))],
    ['Markdown', 'Notes.md', Buffer.from(markdown.repeat(60))],
  ]
}

/** A file of each kind that the page of a link shows, and the page. Previews are ready. */
export const shareEachKind = async (coffer: BenchServer, scratch: string): Promise<{ kind: string; url: URL }[]> => {
  const files = await shareFiles(scratch)
  const ids: { kind: string; id: string }[] = []
  for (const [kind, name, bytes] of files) ids.push({ kind, id: await putBenchFile(coffer, name, bytes) })
  const headers = { authorization: `Bearer ${coffer.token}` }
  const asked = `/api/zip?items=${ids.map(({ id }) => `${id}%7Cfile`).join(',')}`
  const archive = Buffer.from(await (await fetch(new URL(asked, coffer.url), { headers })).arrayBuffer())
  ids.push({ kind: 'zip', id: await putBenchFile(coffer, 'All.zip', archive) })
  for (const { id } of ids)
    await poll(async () => {
      const answer = await fetch(new URL(`/api/items/${id}`, coffer.url), { headers })
      const { data } = (await answer.json()) as { data: { attributes: { thumbnail_pending: boolean } } }
      return !data.attributes.thumbnail_pending
    })
  return Promise.all(ids.map(async ({ kind, id }) => ({ kind, url: await linkTo(coffer, id) })))
}
