import t from 'tap'
import { exceedsLimit } from './member-limit.ts'

t.test('exceedsLimit: counts each person once, and not who was removed from this folder', async (t) => {
  const limit = { total: 3, emails: ['ann@example.org', 'bob@example.org'] }
  t.equal(exceedsLimit(null, [], ['a', 'b', 'c', 'd']), false)
  t.equal(exceedsLimit(limit, [], ['cyd@example.org']), false)
  t.equal(exceedsLimit(limit, [], ['Ann@example.org', 'cyd@example.org']), false)
  const bob = { total: 2, emails: ['bob@xn--mnchen-3ya.example'] }
  t.equal(exceedsLimit(bob, [], ['Bob@münchen.example', 'cyd@example.org']), false, 'an email in both of its forms')
  t.equal(exceedsLimit(limit, [], ['cyd@example.org', 'dan@example.org']), true)
  t.equal(exceedsLimit(limit, ['ann@example.org'], ['cyd@example.org', 'dan@example.org']), false)
  t.equal(exceedsLimit({ total: 0, emails: [] }, [], ['ann@example.org']), true)
})
