import t from 'tap'
import { findEmoji } from './emoji-data.ts'
import type { EmojiRow } from './emoji-rows.ts'

const rows: EmojiRow[] = [
  ['🇮🇹', 'flag: Italy', 'IT', 9, 0],
  ['🍕', 'pizza', 'Italy cheese', 4, 0],
  ['☕', 'Café', 'hot', 4, 0],
]

t.test('findEmoji: every word, without regard to case and accents', async (t) => {
  const found = (query: string) => findEmoji(rows, query).map(([char]) => char)
  t.same(found('italy'), ['🇮🇹', '🍕'])
  t.same(found('CAFE'), ['☕'])
  t.same(found('italy pizza'), ['🍕'])
  t.same(found('🍕'), ['🍕'])
})
