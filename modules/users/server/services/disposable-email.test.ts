import t from 'tap'
import { isDisposable } from './disposable-email.ts'

t.test('disposable mail: known providers and their subdomains, and no others', async (t) => {
  for (const email of ['a@mailinator.com', 'a@box.mailinator.com']) t.ok(isDisposable(email), email)
  for (const email of ['a@example.org', 'a@gmail.com', 'mailinator.com@example.org', 'a@notmailinator.com.example.org'])
    t.notOk(isDisposable(email), email)
})
