import t from 'tap'
import {
  type AnsweredPath,
  completionsOf,
  hasAllCompletions,
  parsePageLink,
  pathOfText,
  typedName,
  withCompletedName,
} from './typed-path.ts'

t.test('typed paths: they begin at the root, or at the open folder', async (t) => {
  const here = ['Documents', 'Clients']
  t.equal(pathOfText('Pictures/2026', here), 'Pictures/2026')
  t.equal(pathOfText('/Pictures', here), '/Pictures')
  t.equal(pathOfText(' /Pictures', here), '/Pictures')
  t.equal(pathOfText(' Foo', here), ' Foo', 'a name that begins with a blank')
  t.equal(pathOfText('..', here), 'Documents/Clients/..')
  t.equal(pathOfText('../Old', here), 'Documents/Clients/../Old')
  t.equal(pathOfText('./2026', here), 'Documents/Clients/./2026')
  t.equal(pathOfText('..hidden', here), '..hidden', 'a name')
  t.equal(pathOfText('Pictures\\2026', here), 'Pictures/2026')
})

t.test('typed paths: a link is told from a path', async (t) => {
  t.equal(parsePageLink(' https://files.example.org/platform/files/1 ')?.pathname, '/platform/files/1')
  t.equal(parsePageLink('HTTP://[broken'), null)
  t.equal(parsePageLink('http/https'), null)
})

t.test('typed paths: a completion replaces the name that was begun', async (t) => {
  t.equal(withCompletedName('Documents/Cl', 'Clients'), 'Documents/Clients/')
  t.equal(withCompletedName('Documents\\Cl', 'Clients'), 'Documents/Clients/')
  t.equal(withCompletedName('../', 'Clients'), '../Clients/')
  t.equal(typedName('Documents\\Cl'), 'Cl')
  t.equal(typedName('Documents/'), '')
})

t.test('typed paths: an answer completes what is typed on, unless it left some out', async (t) => {
  const answerTo = (path: string, { more = false } = {}): AnsweredPath => ({
    path,
    found: {
      data: { folders: [], file: null, missing: null },
      meta: { more, completions: ['Élan', 'elm', 'oak'].map((name) => ({ id: name, name, color: null, emoji: null })) },
    },
  })
  const names = (answer: AnsweredPath | null, path: string) => completionsOf(answer, path).map(({ name }) => name)
  const answer = answerTo('Trees/')
  t.same(names(answer, 'Trees/'), ['Élan', 'elm', 'oak'])
  t.same(names(answer, 'Trees/EL'), ['Élan', 'elm'])
  t.same(names(answer, 'Trees/elm/'), [], 'another folder')
  t.same(names(answer, 'Trees/..'), [])
  t.same(names(answerTo('Trees/el'), 'Trees/e'), [], 'less was typed')
  t.same(names(null, ''), [])
  t.ok(hasAllCompletions(answer, 'Trees/el'))
  t.notOk(hasAllCompletions(answerTo('Trees/', { more: true }), 'Trees/el'))
  t.notOk(hasAllCompletions(answerTo('Trees/..'), 'Trees/'))
  t.notOk(hasAllCompletions(null, ''))
})
