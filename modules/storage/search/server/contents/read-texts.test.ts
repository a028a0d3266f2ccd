import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { archiveOf, wordDocument } from '../../../../../tests/support/documents.ts'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { tinyPdf } from '../../../../../tests/support/tiny-files.ts'
import { type TextSource, textPatterns, textSourceOf } from './text-source.ts'
import { createTextWorker } from './text-worker.ts'
import { Words } from './words.ts'

const worker = createTextWorker()
t.teardown(() => worker.stop())
const folder = testFolder(t)
let files = 0

/** Words of a file, sorted; null where it cannot be read. */
const wordsOfFile = async (source: TextSource, content: Buffer | string): Promise<string[] | null> => {
  const path = join(folder, `${files++}`)
  writeFileSync(path, content)
  const result = await worker.run({ path, source })
  return result && 'words' in result ? result.words.sort() : null
}

const officeType = 'application/vnd.openxmlformats-officedocument'

t.test('texts: the words of every format are read, folded as names are', async (t) => {
  const slides = {
    'ppt/slides/slide1.xml': '<p><a:p xmlns:a="a"><a:r><a:t>Hallo</a:t></a:r><a:br/><a:t>Straße</a:t></a:p></p>',
  }
  const sheets = {
    'xl/sharedStrings.xml': '<sst><si><t>Umsatz</t></si><si><r><t>Ge</t></r><r><t>winn</t></r></si></sst>',
    'xl/worksheets/sheet1.xml': '<s><c t="s"><v>1</v></c><c t="inlineStr"><is><t>Zeile</t></is></c></s>',
  }
  const odt =
    '<office:body><text:h>Titel</text:h><text:p>Er<text:span>ste</text:span><text:tab/>Zeile</text:p></office:body>'
  const cases: [string, TextSource, Buffer | string, string[]][] = [
    ['UTF-8', 'text', 'Café, naïve; 2024-11 x\n', ['11', '2024', 'cafe', 'naive']],
    ['UTF-8 with a mark', 'text', '\ufeffWort', ['wort']],
    [
      'UTF-8 cut within a character',
      'text',
      Buffer.concat([Buffer.from('gut '), Buffer.from('é').subarray(0, 1)]),
      ['gut'],
    ],
    ['UTF-16 with a mark', 'text', Buffer.from('\ufeffÄrger ende', 'utf16le'), ['arger', 'ende']],
    ['UTF-16 without one, big endian', 'text', Buffer.from('Budget plan', 'utf16le').swap16(), ['budget', 'plan']],
    ['Latin-1', 'text', Buffer.from('Größe für Ärzte', 'latin1'), ['arzte', 'fur', 'grosse']],
    ['HTML', 'markup', '<style>a{}</style><h1 title="no">Caf&eacute;</h1><script>let no</script>ja', ['cafe', 'ja']],
    ['PDF', 'pdf', tinyPdf(['Quarterly figures', 'second page']), ['figures', 'page', 'quarterly', 'second']],
    ['Word', 'office', wordDocument('Rechnung eins', 'zwei'), ['eins', 'rechnung', 'zwei']],
    ['Excel', 'office', archiveOf(sheets), ['gewinn', 'umsatz', 'zeile']],
    ['PowerPoint', 'office', archiveOf(slides), ['hallo', 'strasse']],
    ['OpenDocument', 'opendocument', archiveOf({ 'content.xml': odt }), ['erste', 'titel', 'zeile']],
    [
      'EPUB',
      'epub',
      archiveOf({ 'OEBPS/a.xhtml': '<html><p>Ka<i>pi</i>tel&nbsp;Caf&eacute; &amp; &lt;so</p><p>Zwei</p></html>' }),
      ['cafe', 'kapitel', 'so', 'zwei'],
    ],
    ['scripts without spaces', 'text', '旅行照片 ok', ['ok', '旅行', '照片', '片', '行照']],
  ]
  for (const [label, source, content, expected] of cases) t.same(await wordsOfFile(source, content), expected, label)
})

t.test('texts: which files are read follows from their media type, in both languages of patterns', async (t) => {
  const types = new RegExp(textPatterns.types, 'i')
  const cases: Record<string, TextSource | null> = {
    'text/plain': 'text',
    'text/html': 'markup',
    'application/json': 'text',
    'image/svg+xml': 'markup',
    'application/pdf': 'pdf',
    [`${officeType}.wordprocessingml.document`]: 'office',
    [`${officeType}.spreadsheetml.template`]: 'office',
    'application/vnd.ms-word.document.macroenabled.12': 'office',
    'application/vnd.oasis.opendocument.text': 'opendocument',
    'application/epub+zip': 'epub',
    'image/png': null,
    'application/zip': null,
    'application/msword': null,
    'video/mp4': null,
  }
  for (const [type, source] of Object.entries(cases)) {
    t.equal(textSourceOf(type), source, type)
    t.equal(types.test(type), source !== null, type)
  }
})

t.test(
  'A34: files that exhaust a reader have no words, or those before the limit, and the next file is read',
  async (t) => {
    const deep = `<office:body>${'<text:p>'.repeat(3_000)}`
    const entity = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><office:body>&b;</office:body>'
    const bomb = Buffer.concat([
      Buffer.from('<office:body><text:p>first</text:p>'),
      Buffer.alloc(64 << 20, '<text:p>again</text:p>'),
    ])
    const long = `<office:body><text:p>first</text:p><text:p>${'я'.repeat(20 << 20)}</text:p></office:body>`
    const wide = `<office:body><text:p>first</text:p><text:p a="${'я'.repeat(20 << 20)}">more</text:p></office:body>`
    const broken = wordDocument('whole words')
    broken.fill(0, broken.length - 30)
    t.same(await wordsOfFile('opendocument', archiveOf({ 'content.xml': deep })), [], 'deep elements')
    t.same(await wordsOfFile('opendocument', archiveOf({ 'content.xml': entity })), [], 'entities')
    t.same(await wordsOfFile('opendocument', archiveOf({ 'content.xml': bomb })), ['again', 'first'], 'a zip bomb')
    for (const content of [long, wide])
      t.same(await wordsOfFile('opendocument', archiveOf({ 'content.xml': content })), ['first'], 'a long text')
    t.equal(await wordsOfFile('office', broken), null, 'a broken archive')
    t.equal(await wordsOfFile('text', Buffer.alloc(5_000, '\u0001a')), null, 'no text')
    t.equal(await wordsOfFile('pdf', '%PDF-1.4 nothing'), null, 'no PDF')
    t.same(await wordsOfFile('markup', `${'<'.repeat(2 << 20)}script`), [], 'markup without ends')
    t.same(await wordsOfFile('text', 'still here'), ['here', 'still'])
  },
)

t.test('words: pieces of a text are joined, hyphens at ends of lines too, and limits hold', async (t) => {
  const words = new Words()
  for (const piece of [
    'inter',
    'national ',
    'silben\u00ad\ntren\u0002\r\nnung',
    ' x',
    ` ${'y'.repeat(90)} ${'z'.repeat(60)}`,
  ])
    words.add(piece)
  t.same(words.end(), ['international', 'silbentrennung', 'z'.repeat(40)])
  const long = new Words()
  const text = Array.from({ length: 20_000 }, (_, n) => `word${n}`).join(' ')
  for (let at = 0; at < text.length; at += 1_000) long.add(text.slice(at, at + 1_000))
  t.equal(long.end().length, 10_000)
  const wide = new Words({ words: 100, bytes: 10, characters: 1_000 })
  wide.add('éééé bbbb cccc')
  t.same(wide.end(), ['eeee', 'bbbb'], 'bytes of all words')
})
