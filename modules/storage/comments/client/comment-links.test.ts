import t from 'tap'
import { splitAtLinks } from './comment-links.ts'

const linksOf = (text: string) => splitAtLinks(text).flatMap(({ text, href }) => (href ? [text] : []))

t.test('splitAtLinks: addresses of the web and of people, nothing else', async (t) => {
  t.same(linksOf('see https://example.org/a?b=1#c and HTTP://EXAMPLE.ORG'), [
    'https://example.org/a?b=1#c',
    'HTTP://EXAMPLE.ORG',
  ])
  t.same(linksOf('write to mailto:ann@example.org'), ['mailto:ann@example.org'])
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'example.org',
    'https://',
    'mailto:',
  ])
    t.same(splitAtLinks(text), [{ text }], text)
})

t.test('splitAtLinks: punctuation after a link is not part of it', async (t) => {
  t.same(linksOf('(https://example.org/a_(b)), https://example.org/x. “https://example.org/q”!'), [
    'https://example.org/a_(b)',
    'https://example.org/x',
    'https://example.org/q',
  ])
})

t.test('splitAtLinks: the parts together are the text', async (t) => {
  for (const text of ['', 'none', 'https://a.example https://b.example', 'a https://a.example, b'])
    t.equal(
      splitAtLinks(text)
        .map((part) => part.text)
        .join(''),
      text,
    )
})
