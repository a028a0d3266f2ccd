import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Teardown } from './folders.ts'
import { poll } from './poll.ts'

interface ReceivedMail {
  from: string
  to: string[]
  /** The parsed message: subject, text, html, headers, attachments. */
  message: Email
}

export interface MailSink {
  /** For MAIL_URL. */
  url: string
  received: ReceivedMail[]
  /** Removes the first email to this recipient (that `pick` accepts) from `received`; waits for it. */
  next(to: string, pick?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
}

/** Links of an email's text, in order. */
export const linksOf = ({ message }: ReceivedMail): string[] => message.text?.match(/https?:\/\/[^\s<>"]+/g) ?? []

/** A reply: its code, with a text or without. */
export type Reply = number | `${number} ${string}`

const rejection = (reply: Reply | null) => {
  const [code = '', ...text] = `${reply}`.split(' ')
  return reply === null ? null : Object.assign(new Error(text.join(' ') || 'rejected'), { responseCode: Number(code) })
}

/**
 * A real SMTP server on a free port that stores all emails; `reject` returns the reply with which a recipient is rejected,
 * `rejectSender` that for a sender, and `answer` that for an email to these recipients, which is stored nevertheless, when it
 * has resolved.
 */
export const mailSink = async (
  t: Teardown,
  reject: (recipient: { address: string }) => Reply | null = () => null,
  rejectSender: () => Reply | null = () => null,
  answer: (recipients: string[]) => Promise<Reply | null> | Reply | null = () => null,
): Promise<MailSink> => {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // An app that is closed after this sink keeps its connections open, which would be waited for half a minute.
    closeTimeout: 100,
    onAuth: (_auth, _session, done) => done(null, { user: 'test' }),
    onMailFrom: (_sender, _session, done) => done(rejection(rejectSender())),
    onRcptTo: (recipient, _session, done) => done(rejection(reject(recipient))),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        const message = await PostalMime.parse(Buffer.concat(chunks))
        received.push({ from: mailFrom ? mailFrom.address : '', to, message })
        done(rejection(await answer(to)))
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async next(to, pick = () => true) {
      const mail = (await poll(() => received.find((mail) => mail.to.includes(to) && pick(mail))))!
      received.splice(received.indexOf(mail), 1)
      return mail
    },
  }
}
