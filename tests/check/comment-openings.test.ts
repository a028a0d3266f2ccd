import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkCommentOpenings } from './comment-openings.ts'

t.test('comments that begin with “What” are faults; sentences within a comment may begin so', (t) => {
  const tree = testFolder(t)
  mkdirSync(join(tree, 'server'))
  const write = (name: string, lines: string[]) => writeFileSync(join(tree, 'server', name), lines.join('\n'))
  // In parts: the check reads this file too.
  const what = `${'What'} was sent`
  write('fine.ts', [`/** Bytes of the part. ${what} is deleted. */`, '// Deleted later.', `// ${what} stays.`])
  t.strictSame(checkCommentOpenings(tree), { files: 1, faults: [] })
  write('wrong.ts', [`/** ${what}. */`, '/**', ` * ${what}.`, ' */', 'run() // now', `// ${what}.`])
  t.match(checkCommentOpenings(tree).faults, [
    /^server\/wrong\.ts:1: /,
    /^server\/wrong\.ts:3: /,
    /^server\/wrong\.ts:6: /,
  ])
  t.equal(checkCommentOpenings(tree).faults.length, 3)
  t.end()
})
