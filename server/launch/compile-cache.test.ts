import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../tests/support/folders.ts'
import { compileCacheOf } from './compile-cache.mjs'

t.test('compiled code of former bundles goes, and nothing else', async (t) => {
  const cache = testFolder(t)
  for (const name of ['0123456789ab', 'ba9876543210', 'v24.11.1-x64-abc', 'other']) mkdirSync(join(cache, name))
  t.equal(compileCacheOf('/opt/coffer/dist/app/0123456789ab', cache), join(cache, '0123456789ab'))
  t.strictSame(readdirSync(cache).sort(), ['0123456789ab', 'other'])
  t.equal(compileCacheOf('/x/0123456789ab', join(cache, 'missing')), join(cache, 'missing', '0123456789ab'))
})
