/** Fields of the error that nodemailer reports for a failed email. */
export interface NodemailerError {
  command?: string
  responseCode?: number
  response?: string
}

/** Replies by which a mail server asks for credentials. */
const authenticationReplies = [530, 535, 538]

/** A status of RFC 3463, wherever a server puts it: `550 5.1.1 …`, `550 … (#5.1.1)`; no part of an IP address. */
const anyStatus = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/
/** Statuses about the server's policy, or the sender. */
const concernsAll = /^5\.(7\.\d+|1\.[78])$/
/** Statuses about the mailbox or its domain: it does not exist, has moved, accepts no email at all, is closed or full. */
const concernsMailbox = /^5\.(1\.([1236]|10)|2\.[12])$/
/** Exchange Online's reply for an unknown recipient; other servers mean the network by this status. */
const unknownToExchange = /5\.4\.1 recipient address rejected/i
/** Words for an unknown mailbox, of servers that send no status. */
const unknownMailboxes = [
  /\b(no such|unknown) (local )?(user|recipient|mailbox|account|address|person)\b/i,
  /\b(user|recipient|mailbox|account) (address )?(is )?(unknown|not found|does(n't| not) exist)\b/i,
  /\bno mailbox here\b/i,
]
/** Words about the sender and the client, which many servers reject only when a recipient is named, by the same words. */
const others = /\b(sender|client|helo)\b/i

/** A reply without emails, which may contain any word, and without brackets. */
const plain = (response: string): string =>
  response.replace(/[^\s<>()[\]:;,]+@[^\s<>()[\]:;,]+/g, '').replace(/[\s<>()[\]]+/g, ' ')

/** Whether a reply to RCPT TO says that this mailbox receives no email; false if in doubt. */
const isAboutMailbox = (text: string, status: string | undefined): boolean => {
  if (others.test(text)) return false
  if (status === undefined) return unknownMailboxes.some((words) => words.test(text))
  return concernsMailbox.test(status) || unknownToExchange.test(text)
}

/**
 * The part that the mail server rejects permanently, by a reply of 5xx: the `mailbox`, about which an administrator can do
 * nothing, or this `email`; null: neither. An administrator can correct whatever concerns all emails, so they wait:
 * credentials, the sender, the server's policy, and each error of a mail service, whose statuses do not distinguish the
 * sender from the recipient.
 */
export const rejectionCause = (error: unknown): 'mailbox' | 'email' | null => {
  const { command, responseCode = 0, response = '' } = error as NodemailerError
  if (responseCode < 500 || authenticationReplies.includes(responseCode)) return null
  const text = plain(response)
  const status = anyStatus.exec(text)?.[0]
  if (concernsAll.test(status ?? '') || /\brelay/i.test(text)) return null
  if (command === 'RCPT TO') return isAboutMailbox(text, status) ? 'mailbox' : 'email'
  return command === 'DATA' ? 'email' : null
}
