export interface MailAddress {
  name: string
  address: string
}

export interface MailAttachment {
  filename: string
  content: Buffer
  contentType: string
}

export interface OutgoingMail {
  from: MailAddress
  to: MailAddress
  replyTo?: MailAddress
  subject: string
  text: string
  html: string
  attachments?: MailAttachment[]
  /** The same at each attempt, so that servers and mailboxes can recognize a copy. With angle brackets. */
  messageId?: string
  /** Further header fields; ASCII. */
  headers: Record<string, string>
}

export interface MailTransport {
  /**
   * Resolves when the mail server has accepted the email; with the path where it was written to a file. Rejects when `signal`
   * is aborted meanwhile: the server may have accepted it nevertheless.
   */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<string | null>
  /** Rejects when the mail server cannot be reached or rejects the credentials. */
  verify(): Promise<void>
  close(): void
}
