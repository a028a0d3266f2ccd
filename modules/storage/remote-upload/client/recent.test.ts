import t from 'tap'
import { isRemembered, remember } from './recent.ts'

t.test('a way in is remembered and forgotten, and never written down', (t) => {
  const kept = new Map<string, string>()
  t.intercept(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  })
  const token = 'qV8sJfXg2mT4'
  t.equal(isRemembered(token), false)
  remember(token, true)
  t.same([isRemembered(token), isRemembered('another')], [true, false])
  t.notMatch([...kept].flat().join(), token)
  remember(token, false)
  t.same([isRemembered(token), kept.size], [false, 0])
  t.end()
})
