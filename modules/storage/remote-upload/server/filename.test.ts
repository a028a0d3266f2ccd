import t from 'tap'
import { filenameFromResponse, sanitizeFilename } from './filename.ts'

const named = (disposition: string | undefined, url = 'https://a.example/x/fallback.bin', type?: string) =>
  filenameFromResponse(
    { ...(disposition ? { 'content-disposition': disposition } : {}), ...(type ? { 'content-type': type } : {}) },
    [new URL(url)],
  )

t.test('filename: from Content-Disposition, else from the last segment of the URL', async (t) => {
  t.equal(named('attachment; filename="report 1.pdf"'), 'report 1.pdf')
  t.equal(named('attachment; filename=plain.txt; size=3'), 'plain.txt')
  t.equal(named(`attachment; filename="x.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt`), '€ rates.txt')
  t.equal(named("attachment; filename*=iso-8859-1'en'%A3%20rates.txt"), '£ rates.txt')
  t.equal(named(`attachment; filename="x.txt"; filename*=UTF-8''%E2%82`), 'x.txt', 'a malformed filename* is ignored')
  t.equal(named(`attachment; filename="${Buffer.from('Übersicht.pdf').toString('latin1')}"`), 'Übersicht.pdf')
  t.equal(named('attachment; filename="a\\"b.txt"'), 'a"b.txt')
  t.equal(named('inline'), 'fallback.bin')
  t.equal(named(undefined, 'https://a.example/caf%C3%A9.html?x=/y.txt#z'), 'café.html')
  t.equal(named(undefined, 'https://a.example/%E0%A4%A'), '%E0%A4%A')
  t.equal(named(undefined, 'https://a.example/'), 'download')
  t.equal(named(undefined, 'https://a.example/picture', 'image/jpeg; q=1'), 'picture.jpg')
  t.equal(named(undefined, 'https://a.example/', 'text/html; charset=utf-8'), 'download.html')
})

t.test('A23, A35, A36, A43: filename: an untrusted name is sanitized', async (t) => {
  const cases: [string, string | null][] = [
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['/etc/x', 'x'],
    ['C:\\x.txt', 'x.txt'],
    ['a\0b\r\nc.png', 'abc.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['..', null],
    ['.', null],
    ['   ', null],
    ['', null],
    ['a/', null],
    ['\ud800', null],
    ['e\u0301.txt', 'é.txt'],
  ]
  for (const [given, expected] of cases) t.equal(sanitizeFilename(given), expected, JSON.stringify(given))
  const long = sanitizeFilename(`${'ü'.repeat(300)}.jpeg`) as string
  t.ok(Buffer.byteLength(long) <= 255 && long.endsWith('ü.jpeg'), long.slice(-10))
  t.equal(named('attachment; filename="../.."', 'https://a.example/../'), 'download')
})
