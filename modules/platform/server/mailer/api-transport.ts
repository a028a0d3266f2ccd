import { domainToASCII } from 'node:url'
import type { Egress } from '../egress/index.ts'
import { egressFetch } from '../egress/index.ts'
import type { MailAddress, MailAttachment, MailTransport, OutgoingMail } from './outgoing-mail.ts'
import { signAwsRequest } from './signed-request.ts'

/** Timeout of a call whose result a person waits for. Sending an email has the egress's own timeouts. */
const verifyTimeoutMs = 20_000
/** Characters of a service's reply to a rejected email that are kept. */
const maxReply = 2_000

interface ApiCall {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string | FormData
}

/** The calls of one mail service: `send` for an email; `verify` changes nothing and needs the same credentials. */
interface MailService {
  send(mail: OutgoingMail): ApiCall
  verify: ApiCall
}

const base64 = ({ content }: MailAttachment): string => content.toString('base64')

/** A form as bytes; the boundary between its parts is chosen meanwhile. */
const multipart = async (headers: Record<string, string>, form: FormData) => {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { headers: { ...headers, 'content-type': type }, body: Buffer.from(await encoded.arrayBuffer()) }
}

/** The email with its domain in ASCII, which services require: `jane@münchen.example` → `jane@xn--mnchen-3ya.example`. */
const asciiDomain = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at))
}

/** RFC 5322; the name in quotes. */
const header = ({ name, address }: MailAddress): string =>
  name ? `"${name.replace(/["\\]/g, '')}" <${asciiDomain(address)}>` : asciiDomain(address)

/** Bytes whose base64 fits into an encoded word, which has at most 75 characters. */
const maxWordBytes = 45

/** A text as encoded words of RFC 2047, none of which splits a character. */
const encodedWords = (text: string): string => {
  const words: string[] = []
  for (const character of text) {
    const longer = `${words.at(-1) ?? ''}${character}`
    if (words.length > 0 && Buffer.byteLength(longer) <= maxWordBytes) words[words.length - 1] = longer
    else words.push(character)
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** As `header`, for a service that encodes no names. */
const asciiHeader = ({ name, address }: MailAddress): string =>
  isAscii(name) ? header({ name, address }) : `${encodedWords(name)} <${asciiDomain(address)}>`

/** Header fields by their names. */
const fieldsOf = (headers: Record<string, string>) => Object.entries(headers).map(([Name, Value]) => ({ Name, Value }))

const json = { 'content-type': 'application/json', accept: 'application/json' }

/** `mailgun://:key@api.mailgun.net/mg.example.org` */
const mailgun = ({ password, pathname }: URL): MailService => {
  const authorization = `Basic ${Buffer.from(`api:${decodeURIComponent(password)}`).toString('base64')}`
  const domain = pathname.slice(1)
  return {
    send({ from, to, replyTo, subject, text, html, attachments = [], messageId, headers }): ApiCall {
      const fields = {
        from: header(from),
        to: header(to),
        subject,
        text,
        html,
        ...(replyTo ? { 'h:Reply-To': header(replyTo) } : {}),
        ...(messageId ? { 'h:Message-Id': messageId } : {}),
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`h:${name}`, value])),
      }
      const call = { method: 'POST' as const, path: `/v3/${domain}/messages` }
      if (attachments.length === 0)
        return {
          ...call,
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        }
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      for (const { filename, content, contentType } of attachments)
        body.append('attachment', new Blob([new Uint8Array(content)], { type: contentType }), filename)
      return { ...call, headers: { authorization }, body }
    },
    verify: { method: 'GET', path: `/v3/domains/${domain}`, headers: { authorization } },
  }
}

/** `postmark://:token@api.postmarkapp.com` */
const postmark = ({ password }: URL): MailService => {
  const authorized = { ...json, 'x-postmark-server-token': decodeURIComponent(password) }
  return {
    send: ({ from, to, replyTo, subject, text, html, attachments, messageId, headers }) => ({
      method: 'POST',
      path: '/email',
      headers: authorized,
      body: JSON.stringify({
        From: header(from),
        To: header(to),
        ...(replyTo ? { ReplyTo: header(replyTo) } : {}),
        Subject: subject,
        TextBody: text,
        HtmlBody: html,
        MessageStream: 'outbound',
        // The service replaces a Message-ID unless a header asks it to keep it.
        Headers: fieldsOf({
          ...headers,
          ...(messageId && { 'Message-ID': messageId, 'X-PM-KeepID': 'true' }),
        }),
        ...(attachments && {
          Attachments: attachments.map((attachment) => ({
            Name: attachment.filename,
            Content: base64(attachment),
            ContentType: attachment.contentType,
          })),
        }),
      }),
    }),
    verify: { method: 'GET', path: '/server', headers: authorized },
  }
}

/** `ses://key:secret@email.eu-west-1.amazonaws.com?region=eu-west-1&token=…`. It replaces each `Message-ID` by its own. */
const ses = (url: URL): MailService => {
  const { username, password, searchParams } = url
  const sessionToken = searchParams.get('token')
  const credentials = {
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
    ...(sessionToken ? { sessionToken } : {}),
  }
  const call = (method: 'GET' | 'POST', path: string, body = ''): ApiCall => ({
    method,
    path,
    headers: signAwsRequest(credentials, {
      method,
      url: new URL(path, `https://${url.host}`),
      headers: body ? { 'content-type': 'application/json' } : {},
      body,
      region: searchParams.get('region') ?? 'us-east-1',
      service: 'ses',
      now: new Date(),
    }),
    ...(body ? { body } : {}),
  })
  const part = (Data: string) => ({ Data, Charset: 'UTF-8' })
  return {
    send: ({ from, to, replyTo, subject, text, html, attachments, headers }) =>
      call(
        'POST',
        '/v2/email/outbound-emails',
        JSON.stringify({
          FromEmailAddress: asciiHeader(from),
          Destination: { ToAddresses: [asciiHeader(to)] },
          ...(replyTo ? { ReplyToAddresses: [asciiHeader(replyTo)] } : {}),
          Content: {
            Simple: {
              Subject: part(subject),
              Body: { Text: part(text), Html: part(html) },
              Headers: fieldsOf(headers),
              ...(attachments && {
                Attachments: attachments.map((attachment) => ({
                  FileName: attachment.filename,
                  RawContent: base64(attachment),
                  ContentType: attachment.contentType,
                })),
              }),
            },
          },
        }),
      ),
    get verify() {
      return call('GET', '/v2/email/account')
    },
  }
}

const services: Record<string, (url: URL) => MailService> = {
  'mailgun:': mailgun,
  'postmark:': postmark,
  'ses:': ses,
}

/** Whether emails go out by the HTTP API of a mail service. */
export const isMailApi = ({ protocol }: URL): boolean => protocol in services

/** Sends by the HTTP API of a mail service. `?tls=0`: without TLS, for a local double. */
export const apiTransport = (url: URL, egress: Egress): MailTransport => {
  const service = services[url.protocol]?.(url)
  if (!service) throw new Error(`no mail service ${url.protocol}`)
  const base = `${url.searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}`
  const fetchApi = egressFetch(egress)
  const send = async ({ method, path, headers, body }: ApiCall, signal: AbortSignal): Promise<void> => {
    const response = await fetchApi(`${base}${path}`, {
      method,
      signal,
      ...(body instanceof FormData ? await multipart(headers, body) : { headers, body }),
    })
    if (response.ok) return
    const error = Object.assign(new Error(`${url.host}: ${response.status}`), { code: response.status })
    const reply = (await response.text().catch(() => '')).slice(0, maxReply)
    // The service's text may name the recipient: it is not enumerable, so that no log has it.
    throw Object.defineProperty(error, 'reply', { value: reply })
  }
  return {
    async deliver(mail, signal) {
      await send(service.send(mail), signal)
      return null
    },
    verify: () => send(service.verify, AbortSignal.timeout(verifyTimeoutMs)),
    close: () => undefined,
  }
}
