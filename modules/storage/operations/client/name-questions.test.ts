import t from 'tap'
import { createNameQuestions } from './name-questions.ts'

const conflict = (name: string) => ({ files: 1, folders: 0, names: [name] })

t.test('name questions: each one waits for its own answer, in the order they came', async (t) => {
  const questions = createNameQuestions()
  const names = () => questions.state.waiting.map(({ conflict }) => conflict.names[0])
  const first = questions.ask(conflict('a'), 'Box')
  const second = questions.ask(conflict('b'), null)
  t.strictSame(names(), ['a', 'b'])
  const [a, b] = questions.state.waiting
  t.not(a?.id, b?.id, 'the dialog of each question has a state of its own')
  a?.answer('replace')
  a?.answer('skip')
  t.strictSame([await first, names()], ['replace', ['b']])
  b?.answer(null)
  t.strictSame([await second, names()], [null, []])
})

t.test('name questions: questions of a page that is left are cancelled', async (t) => {
  const questions = createNameQuestions()
  const asked = ['a', 'b'].map((name) => questions.ask(conflict(name), null))
  const leave = questions.attach()
  leave()
  t.strictSame(await Promise.all(asked), [null, null])
  t.strictSame(questions.state.waiting, [])
  t.equal(questions.ask(conflict('c'), null), null, 'a later one is not asked: the caller tells the error')
  questions.attach()
  t.ok(questions.ask(conflict('d'), null))
})
