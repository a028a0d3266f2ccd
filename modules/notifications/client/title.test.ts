import t from 'tap'
import { markedTitle } from './title.ts'

t.test('the number of unread ones stands before the name of the page, behind an upload’s progress', async (t) => {
  t.equal(markedTitle('My Files – Coffer', 3), '(3) My Files – Coffer')
  t.equal(markedTitle('(3) My Files – Coffer', 4), '(4) My Files – Coffer')
  t.equal(markedTitle('(45%) My Files – Coffer', 2), '(45%) (2) My Files – Coffer')
  t.equal(markedTitle('(45%) (2) My Files – Coffer', 0), '(45%) My Files – Coffer')
  t.equal(markedTitle('(2) My Files – Coffer', 120), '(99+) My Files – Coffer')
  t.equal(markedTitle('(99+) My Files – Coffer', 0), 'My Files – Coffer')
  t.equal(markedTitle('(2024) reports – Coffer', 0), '(2024) reports – Coffer', 'a name of its own stays')
})
