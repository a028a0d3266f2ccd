import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { readSources } from './key-uses.ts'
import { checkMaxLengths } from './max-lengths.ts'

t.test('max lengths: reports limits of fields that are numbers, but not constants of a contract', async (t) => {
  const tree = testFolder(t)
  const folder = join(tree, 'modules', 'any', 'ui')
  mkdirSync(folder, { recursive: true })
  const fields = { Number: '{1_000}', Constant: '{maxTitleLength}', Member: '{limits[name]}' }
  for (const [name, value] of Object.entries(fields))
    writeFileSync(join(folder, `${name}.tsx`), `export const ${name} = () => <TextField maxLength=${value} />\n`)
  const { files, faults } = checkMaxLengths(readSources(tree))
  t.equal(files, 3)
  t.strictSame(
    faults.map((fault) => fault.split(':')[0]),
    ['modules/any/ui/Number.tsx'],
  )
})
