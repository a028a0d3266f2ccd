import type { Db, Platform, Tx } from '../../../platform/index.ts'
import type { Account, Users } from '../../../users/index.ts'
import { type BillingMails, invoiceAttachment } from '../settlement/mails.ts'
import { findInvoice, type InvoiceRow } from './find-invoice.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { documentNumber } from './series.ts'

interface InvoiceMailsDeps extends Pick<Platform, 'i18n' | 'mailer' | 'jobs'> {
  db: Db
  users: Pick<Users, 'accounts'>
  mails: BillingMails
}

const batchSize = 50

/** Mails invoices and credit notes to their buyers, with the PDF. Its job may run twice, or in two processes. */
export class InvoiceMails {
  private readonly deps: InvoiceMailsDeps
  constructor(deps: InvoiceMailsDeps) {
    this.deps = deps
    deps.mailer.provideAttachments(invoiceAttachment, (id) => this.attachment(id))
  }

  /** Each invoice is marked in the transaction that stores its email as a job: it is mailed once. */
  async run(): Promise<{ mailed: number }> {
    let mailed = 0
    await this.deps.jobs.inBatches(async () => {
      const sent = await this.deps.db.transaction((tx) => this.sendSome(tx))
      mailed += sent
      return sent === batchSize
    })
    return { mailed }
  }

  private async sendSome(tx: Tx): Promise<number> {
    const rows = await tx.query<InvoiceRow>(
      `update invoice_mails m set sent_at = now() from invoices i
       where i.id = m.invoice_id and m.invoice_id in (
         select invoice_id from invoice_mails where sent_at is null order by invoice_id limit ${batchSize}
         for update skip locked)
       returning i.*`,
    )
    const userIds = rows.map(({ user_id }) => user_id)
    const accounts = new Map(
      (await this.deps.users.accounts.byIds(userIds, tx)).map((account) => [account.id, account]),
    )
    for (const row of rows) await this.send(tx, row, accounts.get(row.user_id))
    return rows.length
  }

  /** Sends an invoice to the account's present email; of a deleted account, to the email that the invoice names. */
  private async send(tx: Tx, row: InvoiceRow, account: Account | undefined): Promise<void> {
    const email = account?.email ?? row.buyer.email
    if (!email) return
    const { transaction_id: transactionId, credited_invoice_id: credited, total, currency } = row
    const invoice = { transactionId, number: documentNumber(row), isCreditNote: credited !== null, total, currency }
    await this.deps.mails.invoice({ email, locale: account?.locale ?? null }, invoice, tx)
  }

  /** `id`: `{transaction}:{locale}`. */
  private async attachment(id: string) {
    const [transactionId = '', locale = ''] = id.split(':')
    const invoice = await findInvoice(this.deps.db, transactionId, null)
    if (!invoice) throw new Error('there is no such invoice')
    const content = await invoicePdf(invoice, this.deps.i18n, locale)
    return { filename: `${documentNumber(invoice)}.pdf`, content, contentType: 'application/pdf' }
  }
}
