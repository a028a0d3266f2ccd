import t from 'tap'
import { davHref, isWithin, readPath, readReference } from './dav-path.ts'
import { readIf, sentTokens } from './if-header.ts'
import { escapeXml, parseXml, textOf, writeXml } from './xml.ts'

const rejected = { status: 400 } as unknown as Error

t.test(
  'XML: namespaces are resolved and written again; what could expand or nest without end is rejected',
  async (t) => {
    const written = (text: string) => writeXml(parseXml(text))
    t.equal(
      written('<a xmlns="urn:a"><b/>&amp;<![CDATA[<c>]]></a>'),
      '<x:a xmlns:x="urn:a"><x:b xmlns:x="urn:a"/>&amp;&lt;c&gt;</x:a>',
    )
    t.equal(written('<a xml:lang="de" y="1"/>'), '<a xml:lang="de" y="1"/>')
    t.equal(written(written('<p:a xmlns:p="urn:p" p:q="&quot;"/>')), written('<p:a xmlns:p="urn:p" p:q="&quot;"/>'))
    t.equal(textOf(parseXml('<a>b<c>d</c>&#x10437;</a>')), 'bd𐐷')
    t.equal(escapeXml('a\u0001<&>\r'), 'a\ufffd&lt;&amp;&gt;&#13;')
    for (const text of [
      '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>',
      '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
      '<a>&b;</a>',
      '<a><b></a>',
      '<p:a/>',
      '<a xmlns:p=""><p:b/></a>',
      '',
      'text',
      '<a>'.repeat(65) + '</a>'.repeat(65),
    ])
      t.throws(() => parseXml(text), rejected, text.slice(0, 40))
  },
)

t.test('paths: what URLs and the headers of programs name', async (t) => {
  t.strictSame(readPath('/dav'), [])
  t.strictSame(readPath('/dav//files/a%20b/?x=1'), ['files', 'a b'])
  t.equal(davHref(['files', 'a/b&c'], true), '/dav/files/a%2Fb%26c/')
  for (const url of ['/dav/../x', '/dav/%2E%2e/x', '/dav/a%2fb', '/dav/a#b', '/dav/%zz', '/davs/x'])
    t.throws(() => readPath(url), rejected, url)
  t.strictSame(readReference('https://Example.org/dav/files/x', ['example.org']), ['files', 'x'])
  t.strictSame(readReference('/dav/files/x', []), ['files', 'x'])
  for (const url of ['https://other.org/dav/files/x', '/api/user'])
    t.throws(() => readReference(url, ['example.org']), { status: 502 } as unknown as Error)
  for (const url of [undefined, '', 'files/x', 'ftp://example.org/dav/x'])
    t.throws(() => readReference(url, ['example.org']), rejected)
  t.strictSame(
    [isWithin(['a', 'b'], ['a']), isWithin(['ab'], ['a']), isWithin(['a'], ['a', 'b'])],
    [true, false, false],
  )
})

t.test('If: lists with and without a tag, negations and ETags', async (t) => {
  const token = 'b9f0a3b2-3f3f-4d2c-9a3f-2b1f0c6d7e8f'
  const lists = readIf(`</dav/a> (<urn:uuid:${token}> ["x y"]) (Not <DAV:no-lock>)`)
  t.match(lists, [
    {
      tag: '/dav/a',
      conditions: [
        { kind: 'token', isNegated: false },
        { kind: 'etag', value: '"x y"' },
      ],
    },
    { tag: '/dav/a', conditions: [{ kind: 'token', value: 'DAV:no-lock', isNegated: true }] },
  ])
  t.strictSame([...sentTokens(lists)], [token])
  for (const header of ['', '()', '(<a>', '<a>', 'x', '(Not)', '((<a>))', `(${'<a> '.repeat(400)})`])
    t.throws(() => readIf(header), rejected, header.slice(0, 20))
})
