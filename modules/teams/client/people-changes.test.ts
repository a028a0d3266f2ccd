import t from 'tap'
import type { TeamPermission } from '../contract.ts'
import { peopleChanges } from './people-changes.ts'

const member = (n: number, permission: TeamPermission = 'can_edit') => ({
  id: `id${n}`,
  email: `m${n}@x.org`,
  permission,
})
const invited = (n: number, permission: TeamPermission = 'can_edit') => ({ id: null, email: `i${n}@x.org`, permission })

t.test('people: only what differs is sent', async (t) => {
  const before = [member(1), member(2), member(3), invited(1), invited(2), invited(3)]
  t.same(peopleChanges(before, before), [{}])
  t.same(peopleChanges(before, [member(1), member(2, 'can_view'), invited(1, 'can_view'), invited(2), invited(4)]), [
    {
      members: [{ id: 'id2', permission: 'can_view' }],
      invitations: [
        { email: 'i1@x.org', permission: 'can_view' },
        { email: 'i4@x.org', permission: 'can_edit' },
      ],
      removed: ['id3'],
      withdrawn: ['i3@x.org'],
    },
  ])
})

t.test('people: an email that is entered again in another form is no change', async (t) => {
  const before = [{ id: null, email: 'jane@xn--mnchen-3ya.example', permission: 'can_edit' as const }]
  t.same(peopleChanges(before, [{ id: null, email: 'jane@münchen.example', permission: 'can_edit' }]), [{}])
})

t.test('people: more changes than a call may have are several calls', async (t) => {
  const many = Array.from({ length: 2_500 }, (_, n) => member(n))
  const calls = peopleChanges(many, [member(0, 'can_view')])
  t.same(
    calls.map(({ members = [], removed = [] }) => [members.length, removed.length]),
    [
      [1, 1_000],
      [0, 1_000],
      [0, 499],
    ],
  )
  t.equal(new Set(calls.flatMap(({ removed = [] }) => removed)).size, 2_499)
})

t.test('people: an expired invitation stays as it is, or is sent again with its permission', async (t) => {
  const expired = { id: null, email: 'gone@example.org', permission: 'can_view', expired: true } as const
  t.same(peopleChanges([expired], [expired]), [{}])
  t.same(peopleChanges([expired], [{ ...expired, expired: false }]), [
    { invitations: [{ email: expired.email, permission: 'can_view' }] },
  ])
})
