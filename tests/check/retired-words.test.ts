import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkRetiredWords } from './retired-words.ts'

t.test('retired words: a new one fails, a known one may stay, a number that is too high fails', (t) => {
  const tree = testFolder(t)
  mkdirSync(join(tree, 'modules/storage'), { recursive: true })
  writeFileSync(join(tree, 'modules/storage/a.ts'), '// The deed of nobody.\nconst payer = 1\n')
  const { files, faults } = checkRetiredWords(tree, { 'nobody|isNobody': 1, dig: 2 })
  t.equal(files, 1)
  t.match(faults.join('\n'), /a\.ts:1: “deed”/)
  t.match(faults.join('\n'), /a\.ts:2: “payer”/)
  t.match(faults.join('\n'), /“dig”: 0 finds; lower/)
  t.notMatch(faults.join('\n'), /“nobody”/)
  t.end()
})
