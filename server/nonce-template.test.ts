import { execFileSync } from 'node:child_process'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { NonceTemplate, newPlaceholders, type ResponseValues } from './nonce-template.ts'

const values = newPlaceholders

t.test('nonce template: fills in any number of values between any texts, plain and compressed', async (t) => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.constant<keyof ResponseValues>('nonce').map((name) => ({ name })),
    fc.constant<keyof ResponseValues>('csrf').map((name) => ({ name })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const [placeholders, own] = [values(), { nonce: 'a+/b==', csrf: 'x.y' }]
      const write = (with_: ResponseValues) =>
        pieces.map((each) => (typeof each === 'string' ? each : with_[each.name])).join('')
      const body = NonceTemplate.of([write(placeholders)], placeholders)
      t.equal(body.plain(own).toString(), write(own))
      const twice = NonceTemplate.join([body, body])
      t.equal(twice.plain(own).toString(), write(own) + write(own))
      t.equal(gunzipSync(await twice.gzip(own)).toString(), write(own) + write(own))
      t.equal(gunzipSync(await body.gzip(own)).toString(), write(own))
    }),
    { numRuns: 60 },
  )
})

t.test('nonce template: compresses well, and gzip reads the result', async (t) => {
  const [placeholders, own] = [values(), values()]
  const rows = Array.from({ length: 2_000 }, (_, at) => `<li>Zeile ${at} – ä</li>`).join('\n')
  const html = ({ nonce }: ResponseValues) => `<p>${rows}<script nonce="${nonce}"></script>${rows}`
  const body = NonceTemplate.of([html(placeholders)], placeholders)
  const compressed = await body.gzip(own)
  t.ok(compressed.length * 5 < body.size, `${compressed.length} of ${body.size}`)
  t.equal(execFileSync('gzip', ['-dc'], { input: compressed }).toString(), html(own))
})

t.test('nonce template: two responses share neither nonce nor CSRF token', async (t) => {
  const [placeholders, ann, bob] = [values(), values(), values()]
  const html = ({ nonce, csrf }: ResponseValues) => `<script nonce="${nonce}"></script><input value="${csrf}">`
  const body = NonceTemplate.of([html(placeholders)], placeholders)
  const [forAnn, forBob] = (await Promise.all([body.gzip(ann), body.gzip(bob)])).map((each) =>
    gunzipSync(each).toString(),
  )
  t.equal(forAnn, html(ann))
  t.equal(forBob, html(bob))
})
