import t from 'tap'
import { actionLink } from './action-link.ts'

t.test('actionLink: known routes and http(s) URLs only', async (t) => {
  const button = 'Open'
  const hrefOf = (type: 'route' | 'url' | 'invitation', params: object) =>
    actionLink({ type, params: { button, ...params } })?.href
  t.equal(hrefOf('route', { route: 'Files', id: 'x' }), '/platform/files/x')
  t.equal(hrefOf('route', { route: 'Files', id: null }), '/platform/files')
  t.equal(hrefOf('route', { route: 'Billing' }), '/user/settings/billing')
  t.equal(hrefOf('route', { route: 'constructor' }), undefined)
  t.equal(hrefOf('url', { url: 'https://example.org/x' }), 'https://example.org/x')
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', ''])
    t.equal(hrefOf('url', { url }), undefined, url)
  t.equal(hrefOf('invitation', { id: 'x' }), undefined)
})
