import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { checkBoundaries, root, ruleNames } from '../check/boundaries.ts'
import type { Teardown } from '../support/folders.ts'
import { testFolder } from '../support/folders.ts'
import { breaking, sound, type Tree } from './cases.ts'

const planted = (t: Teardown, tree: Tree): string => {
  const folder = testFolder(t)
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

t.test('boundaries: the product breaks no rule', async (t) => {
  const { files, breaches } = await checkBoundaries()
  t.strictSame(breaches, [])
  t.ok(files >= 200, `the checker sees the sources (${files} files)`)
})

t.test('boundaries: each rule reports the fixture that breaks it', async (t) => {
  const proved = new Set(breaking.map(([rule]) => rule))
  t.strictSame(
    (await ruleNames()).filter((rule) => !proved.has(rule)),
    [],
    'each rule has a tree that breaks it',
  )
  for (const [rule, tree] of breaking) {
    const { breaches } = await checkBoundaries(planted(t, tree))
    t.ok(
      breaches.some((breach) => breach.rule === rule),
      `${rule}: ${Object.keys(tree)[0]}`,
      { breaches },
    )
  }
})

t.test('boundaries: allowed imports are not reported', async (t) => {
  const { files, breaches } = await checkBoundaries(planted(t, sound))
  t.strictSame(breaches, [])
  t.equal(files, Object.keys(sound).length)
})
