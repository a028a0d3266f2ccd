import t from 'tap'
import { testItem } from '../../../tree/client/test-items.ts'
import { recentRows } from './result-rows.ts'

t.test('search: recent items that arrive late move none that is shown', async (t) => {
  const hits = (...ids: string[]) => ids.map((id) => ({ data: testItem(id), meta: { path: [] } }))
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const visited = hits('v1', 'v2', 'v3')
  const atOnce = idsOf(recentRows(visited, null))
  t.equal(atOnce.length, 3)
  const then = idsOf(recentRows(visited, hits('o1', 'v2', 'o2', 'o3', 'o4')))
  t.same(then, [...atOnce, 'item-o1', 'item-o2', 'item-o3'])
})
