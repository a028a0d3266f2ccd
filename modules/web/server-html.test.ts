import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { DeferredHtmlContext, putDeferredHtml, useListChildren } from './server-html.ts'

const element = (row: string) => createElement('b', { key: row }, row)
/** Rows that start with `r` are left to React. */
const htmlOf = (row: string) => (row.startsWith('r') ? null : `<b>${row}</b>`)
const List = ({ rows, html }: { rows: string[]; html: typeof htmlOf | null }) =>
  createElement('p', null, useListChildren(rows, element, html))

const rendered = (rows: string[], html: typeof htmlOf | null = htmlOf) => {
  const deferred = { mark: 'mark0', parts: [] }
  const lists = [createElement(List, { rows, html, key: 1 }), createElement(List, { rows, html, key: 2 })]
  return putDeferredHtml(renderToString(createElement(DeferredHtmlContext, { value: deferred }, ...lists)), deferred)
}

t.test('lists with deferred rows have the markup that React renders', async (t) => {
  for (const rows of [[], ['a'], ['ra'], ['a', 'b', 'rc', 'd'], ['ra', 'b', 'rc', 'rd', 'e;1']])
    t.equal(rendered(rows), rendered(rows, null), rows.join())
})

t.test('without a server React renders all rows', async (t) => {
  t.equal(renderToString(createElement(List, { rows: ['a', 'rb'], html: htmlOf })), '<p><b>a</b><b>rb</b></p>')
})
