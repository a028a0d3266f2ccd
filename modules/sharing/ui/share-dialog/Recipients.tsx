import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatLocale, isEmail } from '../../../shared/contract.ts'
import { Button, Chip, ChipsField, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { splitEmails } from '../../client/parse-emails.ts'
import { maxRecipients } from '../../contract.ts'
import type { ShareSectionProps } from './section-props.ts'

/** Sends the link by email; the people it was sent to. */
export const Recipients = ({ links, link }: ShareSectionProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const { errors } = useSnapshot(links.state)
  const [emails, setEmails] = useState<string[]>([])
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  const { recipients } = link.relationships
  const undelivered = recipients.filter(({ undelivered_at }) => undelivered_at)
  const isUnsent = emails.length > 0 || text.trim() !== ''
  useEffect(() => {
    links.setUnsent('people', isUnsent)
    return () => links.setUnsent('people', false)
  }, [links, isUnsent])

  const send = async () => {
    if (sending) return
    const all = [...new Set([...emails, ...splitEmails(text)])]
    setEmails(all)
    setText('')
    const invalid = all.filter((email) => !isEmail(email))
    const problem =
      invalid.length > 0
        ? t('sharing:people.wrong', { count: invalid.length, address: invalid[0] })
        : all.length > maxRecipients
          ? t('sharing:people.tooMany', { limit: maxRecipients })
          : null
    links.setError('people', problem)
    if (problem || all.length === 0) return
    setSending(true)
    const sent = await links.mail(link.id, all)
    setSending(false)
    if (!sent) return
    // Those that were added while it was being sent stay.
    setEmails((now) => now.filter((email) => !all.includes(email)))
    feedback.toast({ kind: 'success', text: t('sharing:people.sent', { count: all.length }) })
  }
  return (
    <>
      <ChipsField
        label={t('sharing:people.label')}
        placeholder={t('sharing:people.placeholder')}
        values={emails}
        onValues={(next) => {
          setEmails(next)
          links.setError('people', null)
        }}
        text={text}
        onText={setText}
        split={splitEmails}
        isValid={isEmail}
        removeLabel={(email) => t('sharing:people.remove', { email })}
        onEnter={send}
        error={errors.people}
        dir="ltr"
        inputMode="email"
      />
      {isUnsent && (
        <div className="mt-2 flex justify-end">
          <Button
            variant="tinted"
            size="sm"
            // The field keeps the focus: leaving it adds a chip, which may move this button away from the pointer.
            onMouseDown={(event) => event.preventDefault()}
            onClick={send}
            loading={sending}
          >
            {t('sharing:people.send')}
          </Button>
        </div>
      )}
      {recipients.length > 0 && (
        <>
          <p className="mt-3 mb-1.5 text-13 text-muted">{t('sharing:people.list')}</p>
          <ul aria-label={t('sharing:people.list')} className="flex flex-wrap gap-1.5">
            {recipients.map(({ id, email, verified_at, undelivered_at }) => (
              <li key={id} className="max-w-full" data-tip={verified_at ? t('sharing:people.verified') : undefined}>
                <Chip
                  {...(verified_at ? { icon: CircleCheck } : undelivered_at && { icon: CircleAlert })}
                  removeLabel={t('sharing:people.remove', { email })}
                  onRemove={() => links.removeRecipient(link.id, id)}
                >
                  {email}
                </Chip>
              </li>
            ))}
          </ul>
          {undelivered.length > 0 && (
            <p className="mt-1.5 text-13 text-danger-text">
              {t('sharing:people.undelivered', {
                emails: new Intl.ListFormat(formatLocale(locale)).format(undelivered.map(({ email }) => email)),
              })}
            </p>
          )}
        </>
      )}
    </>
  )
}
