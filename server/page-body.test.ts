import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { PageBody } from './page-body.ts'

const nonce = () => randomBytes(16).toString('base64')

t.test('a page with any texts and any number of scripts, plain and compressed', async (t) => {
  const pages = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(pages, async (texts) => {
      const [first, own] = [nonce(), nonce()]
      const body = new PageBody(texts.join(first), first)
      const wanted = texts.join(own)
      t.equal(body.plain(own).toString(), wanted)
      t.equal(gunzipSync(await body.gzip(own)).toString(), wanted)
    }),
    { numRuns: 60 },
  )
})

t.test('a page of many rows is small, and other programs read it too', async (t) => {
  const [first, own] = [nonce(), nonce()]
  const rows = Array.from({ length: 2_000 }, (_, at) => `<li>Zeile ${at} – ä</li>`).join('\n')
  const body = new PageBody(`<p>${rows}<script nonce="${first}"></script>${rows}`, first)
  const packed = await body.gzip(own)
  t.ok(packed.length * 5 < body.size, `${packed.length} of ${body.size}`)
  t.equal(
    execFileSync('gzip', ['-dc'], { input: packed }).toString(),
    `<p>${rows}<script nonce="${own}"></script>${rows}`,
  )
})

t.test('two answers share no nonce', async (t) => {
  const [first, ann, bob] = [nonce(), nonce(), nonce()]
  const body = new PageBody(`<script nonce="${first}">`, first)
  const answers = await Promise.all([body.gzip(ann), body.gzip(bob)])
  const [forAnn, forBob] = answers.map((answer) => gunzipSync(answer).toString())
  t.equal(forAnn, `<script nonce="${ann}">`)
  t.equal(forBob, `<script nonce="${bob}">`)
})
