import t from 'tap'
import { isCommonPassword } from './password-policy.ts'

t.test('isCommon: true for guessable passwords and their variations', async (t) => {
  const mine = ['jane.roe@example.org', 'Jane Roe', 'Coffer']
  for (const password of [
    'password123',
    'P@ssw0rd!2026',
    'passwordpassword',
    'Sommer2026!!',
    'qwertyuiop12',
    '1234567890',
    '0987654321',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'secret-password-1',
    'jane-roe-1990',
    'coffer-2026!',
    'correcthorsebatterystaple',
  ])
    t.equal(isCommonPassword(password, mine), true, password)
})

t.test('isCommon: false for other passwords', async (t) => {
  const mine = ['jane.roe@example.org', 'Jane Roe', 'Coffer']
  for (const password of [
    'four unrelated words',
    'zk38dk2mD9',
    'jane likes green pears',
    'Donaudampfschiff',
    '日本語のパスワード文です',
  ])
    t.equal(isCommonPassword(password, mine), false, password)
})
