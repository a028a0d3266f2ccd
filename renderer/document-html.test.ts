import { createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { DeferredHtmlContext, KeptHtml, useListChildren } from '../modules/web/server-html.ts'
import { DocumentHtml } from './document-html.ts'

/** The document of an element, with deferred HTML. */
const document = (element: ReactNode, key = 'ann') => {
  const html = new DocumentHtml(key)
  return html.complete(renderToString(createElement(DeferredHtmlContext, { value: html }, element))).html.join('')
}

const row = (name: string) => createElement('b', { key: name }, name)
/** Rows that start with `r` are left to React. */
const htmlOf = (name: string) => (name.startsWith('r') ? null : { html: `<b>${name}</b>`, outline: '<b></b>' })
const List = ({ rows }: { rows: string[] }) => createElement('p', null, useListChildren(rows, row, htmlOf))

t.test('lists with deferred rows have the markup that React renders', async (t) => {
  for (const rows of [[], ['a'], ['ra'], ['a', 'b', 'rc', 'd'], ['ra', 'b', 'rc', 'rd', 'e;1']]) {
    const lists = createElement(Fragment, null, ...[1, 2].map((key) => createElement(List, { rows, key })))
    t.equal(document(lists), renderToString(lists), rows.join())
  }
})

const Icon = () => createElement('i')
const DeferredIcon = ({ html }: { html: DocumentHtml }) => html.put('<i></i>')

t.test('elements beside texts leave no separators of texts', async (t) => {
  const around = (icon: ReactNode) => [
    createElement('p', { key: 1 }, 'a', icon, 'b', 'c'),
    createElement('p', { key: 2 }, icon, icon, 'd'),
    createElement('p', { key: 3 }, 'e', 'f', icon),
  ]
  const html = new DocumentHtml('')
  const deferred = renderToString(createElement(Fragment, null, around(createElement(DeferredIcon, { html }))))
  t.equal(
    html.complete(deferred).html.join(''),
    renderToString(createElement(Fragment, null, around(createElement(Icon)))),
  )
})

t.test('kept parts are rendered once for each key, inner parts included', async (t) => {
  let rendered = 0
  const Part = ({ text }: { text: string }) => {
    rendered += 1
    return createElement('nav', null, text, createElement(List, { rows: ['a', 'rb', 'c'] }))
  }
  const KeptPart = ({ of, text }: { of: string; text: string }) =>
    KeptHtml({ of, children: createElement(Part, { text, key: 'part' }) })
  const page = (of: string, text: string) => createElement('div', null, createElement(KeptPart, { of, text }))
  const first = document(page('part', 'one'))
  t.equal(first, renderToString(page('part', 'one')))
  const before = rendered
  t.equal(document(page('part', 'two')), first, 'kept')
  t.equal(rendered, before)
  t.match(document(page('part', 'two'), 'bob'), 'two', 'another account')
  t.match(document(page('other', 'three')), 'three')
  t.match(document(page('part', 'four'), 'bob'), 'two')
})

t.test('the outline has the elements of each shape of rows, of icons and of kept parts once', async (t) => {
  const html = new DocumentHtml('outline')
  const rows = createElement(List, { rows: ['a', 'b', 'rc', 'd'] })
  const icons = [1, 2].map((key) => createElement(DeferredIcon, { html, key }))
  const Part = () => KeptHtml({ of: 'part', children: createElement('nav', { key: 'nav' }, 'x') })
  const page = createElement(
    DeferredHtmlContext,
    { value: html },
    createElement('div', null, rows, icons, createElement(Part)),
  )
  t.strictSame(html.complete(renderToString(page)).outline, {
    own: '<div><p><b>rc</b></p><nav>x</nav></div>',
    shared: ['<b></b>', '<i></i>'],
    rows: ['<b>a</b><b>b</b>', '<b>d</b>'],
  })
})
