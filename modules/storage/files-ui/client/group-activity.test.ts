import t from 'tap'
import type { Activity, ActivityAction } from '../../activity/contract.ts'
import { groupActivity } from './group-activity.ts'

const entry = (
  actor: string,
  action: ActivityAction,
  count: number,
  time: string,
  names: string[] = [],
  target?: string,
): Activity => ({
  id: `${time}/${actor}`,
  type: 'activity',
  attributes: { action, count, created_at: time },
  relationships: {
    actor: { data: { type: 'user', id: actor, attributes: { name: actor, avatar: null, color: '#000000' } } },
    items: { data: names.map((name) => ({ id: name, name, is_folder: false })) },
    target: { data: target === undefined ? null : { id: target, name: target } },
  },
})

t.test('activity: groups by day and consecutive actions of one actor', async (t) => {
  const days = groupActivity(
    [
      entry('anna', 'added', 2, '2026-11-23T10:00Z', ['a', 'b']),
      entry('anna', 'added', 10, '2026-11-23T09:00Z', ['b', 'c', 'd']),
      entry('bob', 'added', 1, '2026-11-23T08:00Z', ['e']),
      entry('anna', 'added', 1, '2026-11-23T07:00Z', ['f']),
      entry('anna', 'trashed', 1, '2026-11-23T06:00Z'),
      entry('anna', 'trashed', 3, '2026-11-22T06:00Z'),
      entry('anna', 'moved-out', 2, '2026-11-22T05:00Z', [], 'Spain'),
      entry('anna', 'moved-out', 1, '2026-11-22T04:00Z', [], 'Spain'),
      entry('anna', 'moved-out', 1, '2026-11-22T03:00Z', [], 'Italy'),
    ],
    (iso) => iso.slice(0, 10),
  )
  const texts = days.map(({ day, groups }) => [
    day,
    ...groups.map(({ actor, action, count, names }) => `${actor.id} ${action} ${count} ${names.join('')}`),
  ])
  t.same(texts, [
    ['2026-11-23', 'anna added 12 abc', 'bob added 1 e', 'anna added 1 f', 'anna trashed 1 '],
    ['2026-11-22', 'anna trashed 3 ', 'anna moved-out 3 ', 'anna moved-out 1 '],
  ])
})
