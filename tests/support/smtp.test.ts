import { createTransport } from 'nodemailer'
import t from 'tap'
import { linksOf, mailSink } from './smtp.ts'

t.test('mail sink: a mail sent over SMTP is stored as parsed', async (t) => {
  const sink = await mailSink(t)
  const transport = createTransport(sink.url)
  t.teardown(() => transport.close())
  const text = 'Grüße, see https://example.org/a?b=c'
  await transport.sendMail({ from: 'a@example.org', to: 'b@example.org', subject: 'Ünï', text, html: `<p>${text}</p>` })
  const mail = await sink.next('b@example.org')
  t.equal(mail.message.subject, 'Ünï')
  t.strictSame(linksOf(mail), ['https://example.org/a?b=c'])
  t.equal(sink.received.length, 0)
})
