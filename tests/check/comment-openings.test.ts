import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkCommentOpenings } from './comment-openings.ts'

t.test('comments that begin with “What”: more than the limit fail, fewer lower it', (t) => {
  const tree = testFolder(t)
  mkdirSync(join(tree, 'server'))
  const write = (name: string, lines: string[]) => writeFileSync(join(tree, 'server', name), lines.join('\n'))
  // In parts: the check reads this file too.
  const what = `${'What'} was sent`
  write('fine.ts', [`/** Bytes of the part. ${what} is deleted. */`, '// Deleted later.', `// ${what} stays.`])
  t.strictSame(checkCommentOpenings(tree, 0), { files: 1, faults: [] })
  write('wrong.ts', [`/** ${what}. */`, '/**', ` * ${what}.`, ' */', 'run() // now', `// ${what}.`])
  const [sum, ...faults] = checkCommentOpenings(tree, 2).faults
  t.match(sum, '3 comments')
  t.match(faults, [/^server\/wrong\.ts:1: /, /^server\/wrong\.ts:3: /, /^server\/wrong\.ts:6: /])
  t.strictSame(checkCommentOpenings(tree, 3).faults, [])
  t.match(checkCommentOpenings(tree, 4).faults, [/lower the limit from 4/])
  t.end()
})
