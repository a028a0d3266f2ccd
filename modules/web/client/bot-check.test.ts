import { mock } from 'node:test'
import t from 'tap'
import { solveBotCheck } from './bot-check.ts'

interface Script {
  src?: string
  onload?: () => void
  onerror?: () => void
}
const scripts: Script[] = []
const recaptcha = { ready: (_done: () => void) => {}, execute: (): Promise<string> => new Promise(() => {}) }
Object.assign(globalThis, {
  document: { createElement: () => ({}), head: { append: (script: Script) => scripts.push(script) } },
  window: { grecaptcha: recaptcha },
})
t.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
t.afterEach(() => mock.timers.reset())
const settled = () => new Promise((resolve) => setImmediate(resolve))
const pass = async (seconds: number) => {
  await settled()
  mock.timers.tick(seconds * 1_000)
  await settled()
}
const solve = () => {
  const solving: { outcome?: string } = {}
  solveBotCheck({ kind: 'recaptcha', siteKey: 'site' } as never, 'contact').then(
    (proof) => Object.assign(solving, { outcome: JSON.stringify(proof) }),
    (error: Error) => Object.assign(solving, { outcome: error.message }),
  )
  return solving
}

t.test('reCAPTCHA: a script that does not arrive ends in an error, and is asked for once at a time', async (t) => {
  const [first, second] = [solve(), solve()]
  await pass(14)
  t.equal(first.outcome, undefined)
  await pass(1)
  t.match([first.outcome, second.outcome], [/did not answer/, /did not answer/])
  t.equal(scripts.length, 1)
  const third = solve()
  await settled()
  t.equal(scripts.length, 2, 'again after a failure')
  scripts[1]?.onerror?.()
  await settled()
  t.match(third.outcome, /did not load/)
})

t.test('reCAPTCHA: a script that never answers ends in an error, and then is used again', async (t) => {
  const silent = solve()
  await settled()
  scripts.at(-1)?.onload?.()
  await pass(15)
  t.match(silent.outcome, /did not answer/, 'not ready')
  recaptcha.ready = (done) => done()
  const unanswered = solve()
  await settled()
  scripts.at(-1)?.onload?.()
  await pass(15)
  t.match(unanswered.outcome, /did not answer/, 'no proof')
  recaptcha.execute = async () => 'proof'
  const solved = solve()
  await pass(0)
  t.equal(solved.outcome, '{"reCaptcha":"proof"}')
  t.equal(scripts.length, 4)
})
