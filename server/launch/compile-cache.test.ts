import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../tests/support/folders.ts'
import { compileCacheOf } from './compile-cache.mjs'

const bundle = '/opt/coffer/dist/app/0123456789ab'

t.test('compiled code of former bundles goes, and nothing else', async (t) => {
  const cache = join(testFolder(t), 'coffer')
  for (const name of ['0123456789ab', 'ba9876543210', 'v24.11.1-x64-abc', 'other'])
    mkdirSync(join(cache, name), { recursive: true })
  t.equal(compileCacheOf(bundle, cache), join(cache, '0123456789ab'))
  t.strictSame(readdirSync(cache).sort(), ['0123456789ab', 'other'])
  t.equal(compileCacheOf(bundle, join(cache, 'missing', 'coffer')), join(cache, 'missing', 'coffer', '0123456789ab'))
})

t.test('a folder that other programs share keeps their compiled code', async (t) => {
  const shared = testFolder(t)
  for (const name of ['ba9876543210', 'v24.11.1-x64-abc', join('coffer', 'ba9876543210')])
    mkdirSync(join(shared, name), { recursive: true })
  t.equal(compileCacheOf(bundle, shared), join(shared, 'coffer', '0123456789ab'))
  t.strictSame(readdirSync(shared).sort(), ['ba9876543210', 'coffer', 'v24.11.1-x64-abc'])
  t.strictSame(readdirSync(join(shared, 'coffer')), [])
})

t.test('a folder that cannot be emptied does not prevent the start', async (t) => {
  const folder = testFolder(t)
  writeFileSync(join(folder, 'coffer'), '')
  t.capture(console, 'error', () => undefined)
  t.equal(compileCacheOf(bundle, folder), join(folder, 'coffer', '0123456789ab'))
})
