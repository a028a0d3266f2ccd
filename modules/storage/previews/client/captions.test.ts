import t from 'tap'
import type { Item } from '../../tree/contract.ts'
import { captionsBeside, captionsOf, toWebVtt } from './captions.ts'
import type { ViewerSource } from './viewer-source.ts'

const file = (name: string) =>
  ({ id: name, type: 'file', attributes: { name, file_url: `/file/${name}` } }) as unknown as Item

t.test('captions: match the name of the video', async (t) => {
  t.same(captionsOf('film.webm', file('film.vtt')), { url: '/file/film.vtt', language: null })
  t.same(captionsOf('film.webm', file('film.de.vtt')), { url: '/file/film.de.vtt', language: 'de' })
  t.same(captionsOf('film.webm', file('film.pt-BR.srt')), { url: '/file/film.pt-BR.srt', language: 'pt-br' })
  t.same(captionsOf('a.b (1).mp4', file('a.b (1).srt')), { url: '/file/a.b (1).srt', language: null })
  for (const name of ['film.webm', 'film2.vtt', 'other.vtt', 'film.notes.vtt', 'film.vtt.txt'])
    t.equal(captionsOf('film.webm', file(name)), null, name)
})

t.test('captions: are found in the rows next to the video, which are loaded', async (t) => {
  const rows = Array.from({ length: 400 }, (_, n) => file(`item ${n}.txt`))
  rows[250] = file('film.webm')
  rows[251] = file('film.en.vtt')
  rows[180] = file('film.srt')
  rows[10] = file('film.de.vtt')
  const loaded: [number, number][] = []
  const source = {
    total: () => rows.length,
    at: (index: number) => rows[index],
    indexOf: (id: string) => rows.findIndex((row) => row.id === id),
    locate: async () => -1,
    ensure: async (from: number, to: number) => void loaded.push([from, to]),
  } as unknown as ViewerSource
  const found = await captionsBeside(source, 'film.webm', 'film.webm')
  t.same(
    found.map(({ url }) => url),
    ['/file/film.srt', '/file/film.en.vtt'],
  )
  t.same(loaded, [[150, 350]])
  t.same(await captionsBeside(source, 'unknown.webm', 'unknown.webm'), [])
})

t.test('captions: are found beside a video whose row is not loaded yet', async (t) => {
  const rows = [file('film.vtt'), file('film.webm')]
  let isLoaded = false
  const source = {
    total: () => rows.length,
    at: (index: number) => rows[index],
    indexOf: () => (isLoaded ? 1 : -1),
    locate: async () => {
      isLoaded = true
      return 1
    },
    ensure: async () => undefined,
  } as unknown as ViewerSource
  t.same(await captionsBeside(source, 'film.webm', 'film.webm'), [{ url: '/file/film.vtt', language: null }])
})

t.test('captions: converts SubRip to WebVTT', async (t) => {
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:01.000\nOne, two\n'
  t.equal(toWebVtt(vtt), vtt)
  t.equal(
    toWebVtt('\uFEFF1\r\n00:00:00,500 --> 00:00:01,000\r\nOne, 00:00\r\n'),
    'WEBVTT\n\n1\n00:00:00.500 --> 00:00:01.000\nOne, 00:00\n',
  )
})
