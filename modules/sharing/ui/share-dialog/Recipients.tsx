import { CircleCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button, Icon, IconButton, Switch, TextArea, useFeedback, useT } from '../../../web/ui.ts'
import { parseEmails } from '../../client/parse-emails.ts'
import { maxRecipients } from '../../contract.ts'
import type { SectionProps } from './section-props.ts'

/** Sends the link by email, and limits it to its recipients. */
export const Recipients = ({ links, link }: SectionProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { errors, busy } = useSnapshot(links.state)
  const [text, setText] = useState('')
  const { attributes, relationships } = link
  const { recipients } = relationships

  const send = async () => {
    const { emails, invalid } = parseEmails(text)
    const problem =
      invalid.length > 0
        ? t('sharing:people.wrong', { count: invalid.length, address: invalid[0] })
        : emails.length === 0
          ? t('sharing:people.empty')
          : emails.length > maxRecipients
            ? t('sharing:people.tooMany', { limit: maxRecipients })
            : null
    links.setError('people', problem)
    if (problem || !(await links.mail(link.id, emails))) return
    setText('')
    feedback.toast({ kind: 'success', text: t('sharing:people.sent', { count: emails.length }) })
  }
  return (
    <>
      <TextArea
        label={t('sharing:people.label')}
        help={t('sharing:people.help')}
        value={text}
        onValue={(value) => {
          setText(value)
          links.setError('people', null)
        }}
        error={errors.people}
        rows={2}
        dir="ltr"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <div className="mt-2 flex justify-end">
        <Button variant="tinted" onClick={send} loading={busy > 0 && text !== ''}>
          {t('sharing:people.send')}
        </Button>
      </div>
      {recipients.length > 0 && (
        <ul aria-label={t('sharing:people.list')} className="mt-4 divide-y divide-line border-y border-line">
          {recipients.map(({ id, email, verified_at }) => (
            <li key={id} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 grow">
                <span className="block truncate text-14">{email}</span>
                {verified_at && (
                  <span className="flex items-center gap-1 text-12 text-muted">
                    <Icon of={CircleCheck} size={12} />
                    {t('sharing:people.verified')}
                  </span>
                )}
              </span>
              <IconButton
                icon={Trash2}
                size="sm"
                label={t('sharing:people.remove', { email })}
                onClick={() => links.removeRecipient(link.id, id)}
              />
            </li>
          ))}
        </ul>
      )}
      <Switch
        className="mt-5"
        label={t('sharing:people.only')}
        help={t('sharing:people.onlyHelp')}
        checked={attributes.require_email_code}
        onValue={(on) => links.change(link.id, 'people', { require_email_code: on }, { require_email_code: on })}
      />
    </>
  )
}
