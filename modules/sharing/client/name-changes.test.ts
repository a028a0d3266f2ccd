import t from 'tap'
import type { Item } from '../../storage/contract.ts'
import { changesOf, nameDraftOf, revertOf } from './name-changes.ts'

const itemOf = (name: string, emoji: string | null) =>
  ({ attributes: { name, emoji: emoji && { char: emoji } } }) as unknown as Item

t.test('changes of a name and an emoji contain only what has changed, and are reverted alone', async (t) => {
  const item = itemOf('Soups', '🍜')
  t.same(nameDraftOf(item), { name: 'Soups', emoji: '🍜' })
  t.equal(changesOf(item, nameDraftOf(item)), null)
  t.equal(changesOf(item, { name: '', emoji: '🍜' }), null, 'an empty name is none')
  t.same(changesOf(item, { name: 'Pots', emoji: '🍜' }), { name: 'Pots' })
  t.same(changesOf(item, { name: 'Soups', emoji: '' }), { emoji: null })
  t.same(changesOf(itemOf('Soups', null), { name: 'Soups', emoji: '🫖' }), { emoji: { char: '🫖' } })
  t.same(revertOf(item, { name: 'Pots' }), { name: 'Soups' })
  t.same(revertOf(item, { emoji: null }), { name: 'Soups', emoji: { char: '🍜' } })
})
