const maxLength = 300
const shortestSecret = 4

/** Secrets in the URL of a mail server, in plain text and in Base64, as a server may echo them. */
const secretsOf = (mailUrl: string): string[] => {
  if (!URL.canParse(mailUrl)) return []
  const { username, password, searchParams } = new URL(mailUrl)
  return [decodeURIComponent(username), decodeURIComponent(password), searchParams.get('token') ?? '']
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
}

/** The message in a JSON reply, else the whole reply. */
const messageOf = (reply: string): string => {
  try {
    const { message, Message } = JSON.parse(reply)
    return String(message ?? Message ?? reply)
  } catch {
    return reply
  }
}

/**
 * Reason why an email was not accepted, for administrators: the reply of the mail server, or the error of the
 * connection. One line without control characters and without the sign-in in `mailUrl`.
 */
export const mailReply = (error: unknown, mailUrl: string): string => {
  const { response, reply, message } = error as { response?: unknown; reply?: string; message?: string }
  const said = reply ? `${message} ${messageOf(reply)}` : typeof response === 'string' ? response : (message ?? '')
  let text = said.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  for (const secret of secretsOf(mailUrl)) text = text.replaceAll(secret, '…')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text || '–'
}
