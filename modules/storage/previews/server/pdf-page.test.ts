import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { watchPictureProcesses } from '../../../../tests/support/malicious-images.ts'
import { pdfOf, pdfStream, tinyPdf } from '../../../../tests/support/tiny-files.ts'

const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const pages = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'
const page = (more: string, box = '[0 0 612 792]') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R ${more} >>`

t.test('pages: a PDF gets thumbnails of its first page, form values included', async (t) => {
  const { upload, person, get, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  // The page is empty but for the appearance of a form field, which covers its lower half.
  const filled = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>',
    pages,
    page('/Annots [5 0 R]'),
    pdfStream('', ''),
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [0 0 612 396] /P 3 0 R /AP << /N 6 0 R >> >>',
    pdfStream('/Type /XObject /Subtype /Form /BBox [0 0 612 396]', '0 0.5 0 rg 0 0 612 396 re f'),
  ])
  const ids: string[] = []
  for (const [name, bytes] of [
    ['letter.pdf', tinyPdf(['Dear reader', 'Second page'])],
    ['form.pdf', filled],
  ] as const) {
    const { body } = await upload(me, name, bytes)
    t.match(body, { data: { attributes: { kind: 'document', thumbnail_pending: true } } }, name)
    ids.push(body.data?.id as string)
  }
  t.equal(await storage.api.thumbnails.makeAllPending(), 2)
  const pixels = async (id: string) => {
    const answer = await get(me, `/thumbnail/xl/${id}`)
    const image = sharp(Buffer.from(await answer.arrayBuffer()))
    t.match(await image.metadata(), { format: 'webp', width: 1440, height: 1864 })
    return image.removeAlpha().raw().toBuffer()
  }
  const [letter, form] = [await pixels(ids[0] as string), await pixels(ids[1] as string)]
  const at = (image: Buffer, x: number, y: number) => [...image.subarray((y * 1440 + x) * 3, (y * 1440 + x) * 3 + 3)]
  t.same(at(letter, 10, 10), [255, 255, 255], 'paper is white')
  t.ok(
    letter.some((value) => value < 60),
    'and its text is dark',
  )
  t.same(at(form, 700, 100), [255, 255, 255])
  const [red = 255, green = 0, blue = 255] = at(form, 700, 1_700)
  t.ok(red < 20 && green > 110 && blue < 20, `${red} ${green} ${blue}`)
  t.same(await platform.db.query('select distinct width, height, thumbnail_status from blobs'), [
    { width: 612, height: 792, thumbnail_status: 'ready' },
  ])
})

t.test(
  'pages: further pages of a PDF are drawn once each; 404 for pages it does not have and for other files',
  async (t) => {
    const { upload, person, get, storage, platform } = await testUploads(t)
    t.teardown(() => storage.stop())
    const me = await person()
    const { body } = await upload(me, 'letter.pdf', tinyPdf(['Dear reader', '']))
    const id = body.data?.id as string
    const before = await get(me, `/thumbnail/page/2/${id}`)
    t.equal(before.status, 404, 'not before it was decoded')
    await storage.api.thumbnails.makeAllPending()
    t.same(await platform.db.query('select pages from blobs'), [{ pages: 2 }])
    const answers = await Promise.all([1, 2, 3].map(() => get(me, `/thumbnail/page/2/${id}`)))
    for (const answer of answers) {
      const image = sharp(Buffer.from(await answer.arrayBuffer()))
      t.match(await image.metadata(), { format: 'webp', width: 1440, height: 1864 })
      t.same(
        (await image.stats()).channels.map(({ min }) => min),
        [255, 255, 255],
        'the second page is empty',
      )
    }
    t.equal((await get(me, `/thumbnail/page/3/${id}`)).status, 404)
    t.equal((await get(await person(), `/thumbnail/page/2/${id}`)).status, 404)
    const text = await upload(me, 'note.txt', Buffer.from('text'))
    t.equal((await get(me, `/thumbnail/page/2/${text.body.data?.id}`)).status, 404)
  },
)

t.test('A34: hostile PDFs stay within the limits and leave the next one its thumbnail', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const zeros = deflateSync(Buffer.alloc(64 << 20)).toString('latin1')
  const image = '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8'
  const itself = '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A 5 0 R >> >>'
  const files: [string, Buffer][] = [
    ['noise.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)])],
    ['locked.pdf', pdfOf([catalog, pages, page(''), '<< /Filter /Standard /V 9 >>'], '/Encrypt 4 0 R')],
    ['endless.pdf', pdfOf([catalog, '<< /Type /Pages /Count 1 /Kids [2 0 R] >>'])],
    [
      'bomb.pdf',
      pdfOf([
        catalog,
        pages,
        page('/Resources << /XObject << /A 5 0 R >> >>'),
        pdfStream('', '/A Do'),
        pdfStream(`${image} /Filter /FlateDecode`, zeros),
      ]),
    ],
    [
      'recursion.pdf',
      pdfOf([
        catalog,
        pages,
        page('/Resources << /XObject << /A 5 0 R >> >>'),
        pdfStream('', '/A Do'),
        pdfStream(itself, '/A Do /A Do'),
      ]),
    ],
    ['strip.pdf', pdfOf([catalog, pages, page('', '[0 0 1000000000 1]'), pdfStream('', '')])],
  ]
  for (const [name, bytes] of files) await upload(me, name, bytes)
  const watch = watchPictureProcesses()
  t.equal(await storage.api.thumbnails.makeAllPending(), files.length)
  const peak = watch.stop()
  // The process is killed at 512 MiB, which is looked at every 50 ms.
  t.ok(peak > 0 && peak <= 640 << 20, `${peak >> 20} MiB at most`)
  const rows = await platform.db.query<{ name: string; thumbnail_status: string }>(
    'select i.name, b.thumbnail_status from items i join blobs b on b.id = i.blob_id',
  )
  const states = Object.fromEntries(rows.map((row) => [row.name, row.thumbnail_status]))
  for (const name of ['noise.pdf', 'locked.pdf', 'endless.pdf']) t.equal(states[name], 'failed', name)
  t.notOk(Object.values(states).includes('pending'))
  const good = await upload(me, 'good.pdf', tinyPdf(['fine']))
  await storage.api.thumbnails.makeAllPending()
  t.ok((await storage.api.browse.item(me, good.body.data?.id as string)).data.attributes.thumbnail)
})
