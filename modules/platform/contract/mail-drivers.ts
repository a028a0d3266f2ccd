/** Ways to send emails that need an account at a server or service. */
export const mailServices = ['smtp', 'mailgun', 'ses', 'postmark'] as const
/** `log`: emails are written to files. */
export const mailDrivers = [...mailServices, 'log'] as const
export type MailDriver = (typeof mailDrivers)[number]
