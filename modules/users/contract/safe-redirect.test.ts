import t from 'tap'
import { safeRedirect } from './safe-redirect.ts'

const home = '/platform/files'

t.test('A56: safeRedirect: rejects URLs that leave the origin', async (t) => {
  const evil = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    'https:evil.example',
    'https://evil.example',
    'HTTPS://evil.example/x',
    'javascript:alert(1)',
    'data:text/html,x',
    '%2f%2fevil.example',
    '/%2f%2fevil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/x\r\nLocation: https://evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/a/../..//evil.example',
    '/%',
    'evil.example',
    '@evil.example',
    '',
    `/${'a'.repeat(3_000)}`,
  ]
  for (const wanted of evil) t.equal(safeRedirect(wanted), home, JSON.stringify(wanted))
  t.equal(safeRedirect(null), home)
  t.equal(safeRedirect(undefined, '/'), '/')
})

t.test('safeRedirect: keeps paths of this origin with query and fragment', async (t) => {
  for (const wanted of [
    '/',
    '/platform/files/0b9c',
    '/platform/trash?sort=name&direction=ASC#row',
    '/share/abc/files/%C3%A4%20b',
    '/x?next=https://elsewhere.example',
  ])
    t.equal(safeRedirect(wanted), wanted)
})

t.test('safeRedirect: does not lead back to sign-in', async (t) => {
  t.equal(safeRedirect('/sign-in?redirect=/x'), home)
  t.equal(safeRedirect('/sign-up'), home)
  t.equal(safeRedirect('/sign-ins'), '/sign-ins')
})
