import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { readSources } from './key-uses.ts'
import { checkLiteralSpreads } from './literal-spreads.ts'

/** One spread of a literal each, but the first file, whose spreads merge or choose. */
const fixtures: Record<string, string> = {
  'fine.tsx':
    'const all = { ...base, ...(isOpen ? { a } : {}), b: [...rest, ...[1, 2].map(double)] }\nrender(<Row {...props} a={a} />)',
  'object.ts': "const all = { ...{ a, b: 'x' }, c }",
  'array.ts': "const all = [...['a', 'b'], c]",
  'constant.ts': "const all = [...(['a', 'b'] as const), c]",
  'call.ts': "save(...['a', b])",
  'attributes.tsx': 'render(<Row {...{ a, b }} />)',
}

t.test('literal spreads: reports literals that are spread, not spreads that merge or choose', async (t) => {
  const tree = testFolder(t)
  const folder = join(tree, 'modules', 'any')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(fixtures)) writeFileSync(join(folder, name), text)
  const { files, faults } = checkLiteralSpreads(readSources(tree))
  t.equal(files, Object.keys(fixtures).length)
  t.strictSame(faults.map((fault) => fault.replace(/^modules\/any\//, '').replace(/;.*/, '')).sort(), [
    'array.ts: spreads a literal (a, b)',
    'attributes.tsx: spreads a literal (a, b)',
    'call.ts: spreads a literal (a, b)',
    'constant.ts: spreads a literal (a, b)',
    'object.ts: spreads a literal (a, b)',
  ])
})
