import t from 'tap'
import { allow, type ItemAbility, may } from './item.policy.ts'
import type { Permission, Scope } from './scope.ts'

const owner = '0b0e0f3e-0000-4000-8000-000000000001'
const root = '0b0e0f3e-0000-4000-8000-000000000002'

/** Items to which a verb is applied, seen from a scope whose root is `root`. */
const subjects = {
  'no item': null,
  'an item below the root': { id: '0b0e0f3e-0000-4000-8000-000000000003', owner_id: owner },
  'the root itself': { id: root, owner_id: owner },
  'an item of another owner': { id: root, owner_id: '0b0e0f3e-0000-4000-8000-000000000004' },
}
type Subject = keyof typeof subjects

/** `owner editor visitor`: `+` where the permission allows the verb, `-` where it does not. */
type Row = Record<Exclude<Subject, 'an item of another owner'>, string>
const same = (cells: string): Row => ({ 'no item': cells, 'an item below the root': cells, 'the root itself': cells })
const onRoot = (cells: string, root: string): Row => ({ ...same(cells), 'the root itself': root })

/** A line per verb: one without a line does not compile. */
const table: Record<ItemAbility, Row> = {
  read: same('+ + +'),
  download: same('+ + +'),
  upload: same('+ + -'),
  create: same('+ + -'),
  copy: same('+ + -'),
  rename: onRoot('+ + -', '- - -'),
  move: onRoot('+ + -', '- - -'),
  trash: onRoot('+ + -', '- - -'),
  restore: same('+ - -'),
  purge: same('+ - -'),
  favorite: same('+ - -'),
  rewind: same('+ - -'),
}
const permissions: readonly Permission[] = ['owner', 'editor', 'visitor']

const scopeWith = (permission: Permission): Scope => ({
  root,
  ownerId: owner,
  actor: { userId: null, key: 'test' },
  permission,
})

for (const [verb, row] of Object.entries(table) as [ItemAbility, Row][])
  t.test(`item policy: ${verb}`, async (t) => {
    const lines = { ...row, 'an item of another owner': '- - -' }
    for (const [subject, cells] of Object.entries(lines) as [Subject, string][]) {
      const allowed = permissions.map((permission) => may(scopeWith(permission), verb, subjects[subject]))
      t.equal(allowed.map((yes) => (yes ? '+' : '-')).join(' '), cells, `${subject}: ${permissions.join(', ')}`)
      for (const [at, permission] of permissions.entries()) {
        const call = () => allow(scopeWith(permission), verb, subjects[subject])
        if (allowed[at]) t.doesNotThrow(call)
        else t.throws(call, { status: 403 } as unknown as Error)
      }
    }
  })

t.test('item policy: rewind by editors from a time on, not by visitors', async (t) => {
  const since = '2026-11-30T10:00:00.000Z'
  t.same(
    permissions.map((permission) => may({ ...scopeWith(permission), since }, 'rewind')),
    [true, true, false],
  )
})
