import t from 'tap'
import { uploadLimitsOf } from './upload-limits.ts'
import { foldersWithoutUploads, validateFiles } from './validate-files.ts'

const file = (path: string, size: number, type = '') => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { path, file: new File([new Uint8Array(size)], name, { type }) }
}

t.test('validateFiles: separates files that cannot be uploaded', async (t) => {
  const limits = { chunkSize: 10, uploadLimit: 100, blacklist: ['exe', 'x-msdownload', 'video/mp4'] }
  const result = validateFiles(
    [
      file('ok.txt', 1),
      file('A/B/ok.bin', 100),
      file('empty.txt', 0),
      file('.DS_Store', 5),
      file('A/.DS_Store', 0),
      file('setup.EXE', 5),
      file('odd', 5, 'application/x-msdownload'),
      file('film', 5, 'video/mp4; codecs=x'),
      file('big.iso', 101),
      file('bad\u202ename', 5),
      file(`${'ü'.repeat(128)}`, 5),
      file('A/..', 5),
      file('x/\u0007/ok', 5),
    ],
    limits,
  )
  t.strictSame(
    result.accepted.map(({ path }) => path),
    ['ok.txt', 'A/B/ok.bin'],
  )
  t.strictSame(
    result.rejected.map(({ path, reason, type }) => [path.slice(0, 9), reason, ...(type ? [type] : [])]),
    [
      ['empty.txt', 'empty'],
      ['setup.EXE', 'blacklisted', 'exe'],
      ['odd', 'blacklisted', 'x-msdownload'],
      ['film', 'blacklisted', 'video/mp4'],
      ['big.iso', 'too-large'],
      ['bad\u202ename', 'names'],
      ['ü'.repeat(9), 'names'],
      ['A/..', 'names'],
      ['x/\u0007/ok', 'names'],
    ],
  )
})

t.test('foldersWithoutUploads: lists folders without an accepted file', async (t) => {
  const accepted = [file('A/B/ok.bin', 1), file('ok.txt', 1)]
  const rejected = [
    '.DS_Store',
    'A/.DS_Store',
    'A/B/.DS_Store',
    'A/C/.DS_Store',
    'D/E/empty.txt',
    'D/empty.txt',
    '../x/y',
  ]
  t.strictSame(foldersWithoutUploads([...accepted, ...rejected.map((path) => file(path, 0))], accepted), [
    'A/C',
    'D/E',
    'D',
  ])
  t.strictSame(foldersWithoutUploads(accepted, accepted), [])
})

t.test('limitsOf: splits the list of file types', async (t) => {
  t.strictSame(uploadLimitsOf({ chunkSize: 8, uploadLimit: 0, mimetypesBlacklist: '.exe, PHP ,' }), {
    chunkSize: 8,
    uploadLimit: 0,
    blacklist: ['exe', 'php'],
  })
  t.strictSame(uploadLimitsOf({ chunkSize: 8, uploadLimit: 0, mimetypesBlacklist: '' }).blacklist, [])
})
