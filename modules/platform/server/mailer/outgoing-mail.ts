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
}

export interface Transport {
  /** Resolves when the mail server has accepted the email; with the path where it was written to a file. */
  deliver(mail: OutgoingMail): Promise<string | null>
  /** Rejects when the mail server cannot be reached or rejects the credentials. */
  verify(): Promise<void>
  close(): void
}
