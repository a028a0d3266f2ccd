import t from 'tap'
import { isEmail } from '../../shared/contract.ts'
import { generatePassword } from './generate-password.ts'
import { splitEmails } from './parse-emails.ts'

t.test('generated password: four groups, no similar characters, each equally likely', async (t) => {
  const made = new Set(Array.from({ length: 100 }, () => generatePassword()))
  t.equal(made.size, 100)
  for (const password of made) t.match(password, /^([a-hjkmnp-zA-HJKMNP-Z2-9]{4}-){3}[a-hjkmnp-zA-HJKMNP-Z2-9]{4}$/)
  const bytes = (count: number) => Uint8Array.from({ length: count }, (_, at) => (at % 2 ? 255 : 0))
  t.equal(generatePassword(bytes), 'aaaa-aaaa-aaaa-aaaa', 'a byte too large for a fair draw is drawn again')
})

t.test('emails: separated by commas, semicolons, spaces or lines', async (t) => {
  const parts = splitEmails(' a@b.example, c@d.example;a@b.example\nno-address x@y f(g)@h.example')
  t.same(parts, ['a@b.example', 'c@d.example', 'no-address', 'x@y', 'f(g)@h.example'])
  t.same(parts.map(isEmail), [true, true, false, false, false])
  t.same(splitEmails(' , '), [])
})
