import t from 'tap'
import { isRecent, setRecent } from './recent.ts'

t.test('recent: a name is remembered and forgotten, and never stored in plain text', (t) => {
  const stored = new Map<string, string>()
  t.intercept(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  })
  const token = 'qV8sJfXg2mT4'
  t.equal(isRecent(token), false)
  setRecent(token, true)
  t.same([isRecent(token), isRecent('another')], [true, false])
  t.notMatch([...stored].flat().join(), token)
  setRecent(token, false)
  t.same([isRecent(token), stored.size], [false, 0])
  t.end()
})
