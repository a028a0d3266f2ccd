import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { checkBoundaries, projectRoot, ruleNames } from '../check/boundaries.ts'
import type { Teardown } from '../support/folders.ts'
import { testFolder } from '../support/folders.ts'
import { breakingTrees, type FileTree, soundTrees } from './cases.ts'

const planted = (t: Teardown, tree: FileTree): string => {
  const folder = testFolder(t)
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

t.test('boundaries: the product breaks no rule', async (t) => {
  const { files, breaches } = await checkBoundaries()
  t.strictSame(breaches, [])
  t.ok(files >= 200, `the checker sees the sources (${files} files)`)
})

t.test('boundaries: each rule reports the fixture that breaks it', async (t) => {
  const proved = new Set(breakingTrees.map(([rule]) => rule))
  t.strictSame(
    (await ruleNames()).filter((rule) => !proved.has(rule)),
    [],
    'each rule has a tree that breaks it',
  )
  for (const [rule, tree] of breakingTrees) {
    const { breaches } = await checkBoundaries(planted(t, tree))
    t.ok(
      breaches.some((breach) => breach.rule === rule),
      `${rule}: ${Object.keys(tree)[0]}`,
      { breaches },
    )
  }
})

t.test('boundaries: allowed imports are not reported', async (t) => {
  const { files, breaches } = await checkBoundaries(planted(t, soundTrees))
  t.strictSame(breaches, [])
  t.equal(files, Object.keys(soundTrees).length)
})
