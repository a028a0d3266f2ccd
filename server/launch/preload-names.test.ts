import t from 'tap'
import { neededNames } from './preload-names.ts'

const chunk = (imports: string[] = [], hasStyles = false) => ({ imports, hasStyles })
const chunks = {
  page: chunk(['ground']),
  ground: chunk(['runtime']),
  runtime: chunk(),
  dialog: chunk(['ground', 'fields']),
  fields: chunk(['runtime']),
  styled: chunk(['fields', 'ground', 'sheet']),
  sheet: chunk([], true),
}

t.test('preload names: neither what is loaded already nor the code itself, which is requested anyway', async (t) => {
  t.strictSame(neededNames(chunks, 'dialog', ['dialog', 'ground', 'runtime', 'fields'], 'page'), ['fields'])
})

t.test('preload names: code that waits for styles is requested beside them', async (t) => {
  t.strictSame(neededNames(chunks, 'styled', ['styled', 'fields', 'ground', 'runtime', 'sheet'], 'page'), [
    'styled',
    'fields',
    'sheet',
  ])
})
