import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { noteTexts } from './note-texts.ts'

const server = join(import.meta.dirname, '../../server')
const texts = (locale: string) => {
  const file = join(import.meta.dirname, '../../../../locales', locale, 'billing.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { page: { transactions: Record<string, string> } }).page
    .transactions
}

t.test('transactions: each note that the server stores has a text', async (t) => {
  const notes = new Set<string>()
  for (const path of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts') || path === 'settings.ts') continue
    const stored = readFileSync(join(server, path), 'utf8').match(/^.*(\bnote:|subscriptionNote =).*$/gm) ?? []
    for (const line of stored) for (const [, note = ''] of line.matchAll(/'([A-Z][^']*)'/g)) notes.add(note)
  }
  t.ok(notes.size >= 8)
  for (const note of notes) t.ok(texts('en')[noteTexts[note] ?? ''], note)
})
