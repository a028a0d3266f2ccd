import t from 'tap'
import { testItem } from '../../tree/client/test-items.ts'
import { mayBeForeign } from './abilities.ts'

t.test('abilities: whose storage an upload uses is left to the server where it is not known', async (t) => {
  const open = (id: string | null, root: ReturnType<typeof testItem> | null) => ({
    location: { section: 'files' as const, id },
    root,
  })
  t.equal(mayBeForeign(open(null, null)), false, 'the own root')
  t.equal(mayBeForeign(open('own', testItem('own'))), false)
  t.equal(mayBeForeign(open('team', testItem('team', { access: 'editor' }))), true)
  t.equal(mayBeForeign(open('team', null)), true, 'a folder that loads')
  t.equal(mayBeForeign(open('own', testItem('own')), { id: 'other' }), true, 'a folder of the sidebar')
  t.equal(mayBeForeign(open('team', testItem('team', { access: 'editor' })), null), false, '“My Files” of the sidebar')
})
