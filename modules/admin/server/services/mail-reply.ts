const maxLength = 300
const shortestSecret = 4

/** What the URL of a mail server keeps secret, as it is and as a server may echo it. */
const secretsOf = (mailUrl: string): string[] => {
  if (!URL.canParse(mailUrl)) return []
  const { username, password, searchParams } = new URL(mailUrl)
  return [decodeURIComponent(username), decodeURIComponent(password), searchParams.get('token') ?? '']
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
}

/** The text of a JSON answer, else the whole answer. */
const messageOf = (reply: string): string => {
  try {
    const { message, Message } = JSON.parse(reply)
    return String(message ?? Message ?? reply)
  } catch {
    return reply
  }
}

/**
 * Why an email was not accepted, for administrators: the server's reply, or why it could not be asked. One line without
 * control characters and without the sign-in of `mailUrl`.
 */
export const mailReply = (error: unknown, mailUrl: string): string => {
  const { response, reply, message } = error as { response?: unknown; reply?: string; message?: string }
  const said = reply ? `${message} ${messageOf(reply)}` : typeof response === 'string' ? response : (message ?? '')
  let text = said.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  for (const secret of secretsOf(mailUrl)) text = text.replaceAll(secret, '…')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text || '–'
}
