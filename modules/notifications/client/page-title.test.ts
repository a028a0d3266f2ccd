import t from 'tap'
import { titleWithUnread } from './page-title.ts'

t.test('titleWithUnread: replaces the number before the page’s name, after the progress of an upload', async (t) => {
  t.equal(titleWithUnread('My Files – Coffer', 3), '(3) My Files – Coffer')
  t.equal(titleWithUnread('(3) My Files – Coffer', 4), '(4) My Files – Coffer')
  t.equal(titleWithUnread('(45%) My Files – Coffer', 2), '(45%) (2) My Files – Coffer')
  t.equal(titleWithUnread('(45%) (2) My Files – Coffer', 0), '(45%) My Files – Coffer')
  t.equal(titleWithUnread('(2) My Files – Coffer', 120), '(99+) My Files – Coffer')
  t.equal(titleWithUnread('(99+) My Files – Coffer', 0), 'My Files – Coffer')
  t.equal(
    titleWithUnread('(2024) reports – Coffer', 0),
    '(2024) reports – Coffer',
    'a name that starts like a number is kept',
  )
})
