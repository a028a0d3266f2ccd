import t from 'tap'
import { neededNames } from './preload-names.ts'

const chunk = (imports: string[] = [], { hasStyles = false } = {}) => ({ imports, hasStyles })
const chunks = {
  page: chunk(['base']),
  base: chunk(['runtime']),
  runtime: chunk(),
  dialog: chunk(['base', 'fields']),
  fields: chunk(['runtime']),
  styled: chunk(['fields', 'base', 'sheet']),
  sheet: chunk([], { hasStyles: true }),
}

t.test('preload names: neither what is loaded already nor the code itself, which is requested anyway', async (t) => {
  t.strictSame(neededNames(chunks, 'dialog', ['dialog', 'base', 'runtime', 'fields'], 'page'), ['fields'])
})

t.test('preload names: code that waits for styles is requested beside them', async (t) => {
  t.strictSame(neededNames(chunks, 'styled', ['styled', 'fields', 'base', 'runtime', 'sheet'], 'page'), [
    'styled',
    'fields',
    'sheet',
  ])
})
