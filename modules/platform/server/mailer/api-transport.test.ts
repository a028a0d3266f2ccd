import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { Egress } from '../egress/index.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import { signAwsRequest } from './signed-request.ts'
import { createTransport } from './transport.ts'

const mail: OutgoingMail = {
  from: { name: 'Acme "Drive"', address: 'no-reply@localhost' },
  to: { name: '', address: 'jane@example.org' },
  replyTo: { name: '', address: 'grace@example.org' },
  subject: 'Grüße',
  text: 'Hello & welcome',
  html: '<p>Hello</p>',
  messageId: '<1@drive.example>',
  headers: { 'Auto-Submitted': 'auto-generated' },
}
const { signal } = new AbortController()

interface Received {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A mail service that stores requests and answers with the status in `answer`. */
const double = async () => {
  const received: Received[] = []
  const answer = { status: 200 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    received.push({
      method,
      url,
      headers,
      body: Buffer.concat(chunks).toString(url.startsWith('/v3/d.') ? 'latin1' : 'utf8'),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end('{"to":"jane@example.org"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const egress = new Egress({ rules: { allow: new Set([host]), ownHosts: () => [] } })
  const transport = (url: string) => createTransport(url.replace('HOST', host), '/nowhere', egress)
  return { received, answer, host, transport }
}

t.test('AWS signature: the vector “get-vanilla” of the AWS test suite', async (t) => {
  const headers = signAwsRequest(
    { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
    {
      method: 'GET',
      url: new URL('https://example.amazonaws.com/'),
      headers: {},
      body: '',
      region: 'us-east-1',
      service: 'service',
      now: new Date('2015-08-30T12:36:00Z'),
    },
  )
  t.equal(
    headers.authorization,
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, ' +
      'Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  )
})

t.test(
  'mail services: an email is one signed call; a rejected one fails without the recipient’s address',
  async (t) => {
    const { received, answer, host, transport } = await double()
    const send = async (url: string): Promise<Received> => {
      await (await transport(url)).deliver(mail, signal)
      return received.at(-1) as Received
    }
    const from = '"Acme Drive" <files@acme.example>'

    const mailgun = await send('mailgun://:key%2F1@HOST/mg.acme.example?tls=0&sender=files@acme.example')
    t.match(mailgun, { method: 'POST', url: '/v3/mg.acme.example/messages' })
    t.equal(mailgun.headers.authorization, `Basic ${Buffer.from('api:key/1').toString('base64')}`)
    t.same(Object.fromEntries(new URLSearchParams(mailgun.body)), {
      from,
      to: 'jane@example.org',
      subject: 'Grüße',
      text: 'Hello & welcome',
      html: '<p>Hello</p>',
      'h:Reply-To': 'grace@example.org',
      'h:Message-Id': '<1@drive.example>',
      'h:Auto-Submitted': 'auto-generated',
    })

    const postmark = await send('postmark://:token-1@HOST?tls=0&sender=files@acme.example')
    t.match(postmark, { method: 'POST', url: '/email', headers: { 'x-postmark-server-token': 'token-1' } })
    t.match(JSON.parse(postmark.body), { From: from, To: 'jane@example.org', Subject: 'Grüße', TextBody: mail.text })
    t.same(JSON.parse(postmark.body).Headers, [
      { Name: 'Auto-Submitted', Value: 'auto-generated' },
      { Name: 'Message-ID', Value: '<1@drive.example>' },
      { Name: 'X-PM-KeepID', Value: 'true' },
    ])

    const ses = await send('ses://AKID:se%2Fcret@HOST?tls=0&region=eu-west-1&token=session&sender=files@acme.example')
    t.match(ses, { method: 'POST', url: '/v2/email/outbound-emails', headers: { 'x-amz-security-token': 'session' } })
    t.match(JSON.parse(ses.body), {
      FromEmailAddress: from,
      Destination: { ToAddresses: ['jane@example.org'] },
      Content: {
        Simple: {
          Subject: { Data: 'Grüße' },
          Body: { Html: { Data: mail.html } },
          Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
        },
      },
    })
    const time = String(ses.headers['x-amz-date'])
    const expected = signAwsRequest(
      { accessKey: 'AKID', secretKey: 'se/cret', sessionToken: 'session' },
      {
        method: 'POST',
        url: new URL(`https://${host}/v2/email/outbound-emails`),
        headers: { 'content-type': 'application/json' },
        body: ses.body,
        region: 'eu-west-1',
        service: 'ses',
        now: new Date(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')),
      },
    )
    t.equal(ses.headers.authorization, expected.authorization, 'what arrives is what was signed')

    const content = Buffer.from('%PDF\u00ff', 'latin1')
    const attachments = [{ filename: '2026-000007.pdf', content, contentType: 'application/pdf' }]
    for (const url of ['mailgun://:k@HOST/d.example?tls=0', 'postmark://:t@HOST?tls=0', 'ses://a:s@HOST?tls=0'])
      await (await transport(url)).deliver({ ...mail, attachments }, signal)
    const [form, letter, simple] = received.slice(-3) as [Received, Received, Received]
    const sent = await new Response(Buffer.from(form.body, 'latin1'), {
      headers: { 'content-type': String(form.headers['content-type']) },
    }).formData()
    const file = sent.get('attachment') as File
    t.same([file.name, file.type], ['2026-000007.pdf', 'application/pdf'])
    t.same(Buffer.from(await file.arrayBuffer()), content)
    t.equal(sent.get('to'), 'jane@example.org')
    const base64 = content.toString('base64')
    t.match(JSON.parse(letter.body).Attachments, [{ Name: '2026-000007.pdf', Content: base64 }])
    t.match(JSON.parse(simple.body).Content.Simple.Attachments, [{ FileName: '2026-000007.pdf', RawContent: base64 }])

    const urls = ['mailgun://:k@HOST/d.example?tls=0', 'postmark://:t@HOST?tls=0', 'ses://a:s@HOST?tls=0']
    for (const url of urls) {
      await (await transport(url)).verify()
      t.equal(received.at(-1)?.method, 'GET', 'a check sends no email')
    }
    answer.status = 401
    for (const url of urls) {
      await t.rejects((await transport(url)).verify(), /401/)
      const failed = await (await transport(url)).deliver(mail, signal).catch((error: Error) => error.message)
      t.equal(failed, `${host}: 401`)
    }
  },
)

t.test('mail services: names that are not ASCII, and international domains', async (t) => {
  const { received, transport } = await double()
  const name = `Büro ${'München '.repeat(12)}📁`
  const international = {
    ...mail,
    from: { name, address: 'files@acme.example' },
    to: { name: '', address: 'jane@münchen.example' },
    replyTo: { name: '', address: 'grace@bücher.example' },
  }
  const send = async (url: string): Promise<string> => {
    await (await transport(url)).deliver(international, signal)
    return received.at(-1)?.body ?? ''
  }
  const [to, replyTo] = ['jane@xn--mnchen-3ya.example', 'grace@xn--bcher-kva.example']
  const from = `"${name}" <files@acme.example>`
  t.match(Object.fromEntries(new URLSearchParams(await send('mailgun://:k@HOST/mg.example?tls=0'))), { from, to })
  t.match(JSON.parse(await send('postmark://:t@HOST?tls=0')), { From: from, To: to, ReplyTo: replyTo })

  const ses = JSON.parse(await send('ses://a:s@HOST?tls=0'))
  t.same(ses.Destination.ToAddresses, [to])
  t.same(ses.ReplyToAddresses, [replyTo])
  const [, encoded = ''] = /^(.*) <files@acme\.example>$/.exec(ses.FromEmailAddress) ?? []
  const words = encoded.split(' ').map((word) => /^=\?UTF-8\?B\?([\w+/]+=*)\?=$/.exec(word) ?? [])
  t.ok(words.length > 2 && words.every(([word = '']) => word.length > 0 && word.length <= 75))
  t.equal(words.map(([, base64 = '']) => Buffer.from(base64, 'base64').toString()).join(''), name)
})
