import t from 'tap'
import { passwordStrength } from './password-strength.ts'

const cases = {
  short: ['', 'abc', 'Xk9$mQ2!v'],
  weak: [
    'password12',
    'Passwort2024',
    'P@ssw0rd1234',
    'qwertyuiop1',
    '1234567890',
    'aaaaaaaaaaaaaaaa',
    'abcdefghijkl',
    'iloveyou2023!',
    'sommersommer',
  ],
  strong: ['xK9$mQ2!vT7&', 'correct horse battery staple fender', 'h7Gq-2Lpw-9Zrt-4Vbn'],
}
for (const [strength, passwords] of Object.entries(cases))
  t.test(`passwordStrength: ${strength} passwords`, async (t) => {
    for (const password of passwords) t.equal(passwordStrength(password), strength, password)
  })

t.test('passwordStrength: name and email add no strength', async (t) => {
  t.equal(passwordStrength('jane.doe.acme', ['Jane Doe', 'jane.doe@acme.example']), 'weak')
  t.not(passwordStrength('jane.doe.acme'), 'strong')
})

t.test('passwordStrength: more characters never lower it', async (t) => {
  const order = ['short', 'weak', 'fair', 'good', 'strong']
  const grown = 'tR7#kW2@pL9!xZ'
  let last = 0
  for (let length = 1; length <= grown.length; length += 1) {
    const at = order.indexOf(passwordStrength(grown.slice(0, length)))
    t.ok(at >= last, grown.slice(0, length))
    last = at
  }
})
