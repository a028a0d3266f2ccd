import { type FormEvent, useState } from 'react'
import { type ErrorCodes, maxEmailLength, type ResponseCode } from '../../shared/contract.ts'
import {
  Button,
  CallError,
  Callout,
  call,
  PlainHeading,
  passBotCheck,
  TextArea,
  TextField,
  useData,
  useFocusOnChange,
  useT,
  useUnsavedInput,
} from '../../web/ui.ts'
import { maxMessageLength, sendContactMessage } from '../contract.ts'
import type { ContactPageData } from '../pages/contact-us/+data.ts'

/** Names of the fields at which an error is shown, by error code. */
const fieldOf: Partial<Record<string, string>> = {
  'invalid-email': 'email',
  'message-required': 'message',
} satisfies Record<Exclude<ErrorCodes['site'], 'page-changed'>, string>
/** Keys of the texts above the button, by error code. */
const formProblems: Partial<Record<ResponseCode, string>> = {
  'bot-check-failed': 'users:error.bot-check-failed',
  'too-many-attempts': 'site:page.contact.problem.rate-limited',
}

/** The form with which visitors write to the operator; works without JavaScript. */
export const ContactPage = () => {
  const t = useT()
  const data = useData<ContactPageData>()
  const [isSent, setSent] = useState(data.isSent)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState(data.problem)
  const [isTyped, setTyped] = useState(data.problem !== null)
  useUnsavedInput(() => (isTyped && !isSent ? 'unsaved' : 'saved'))
  useFocusOnChange(isSent, 'main [role=status]')
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    setSending(true)
    try {
      const proof = await passBotCheck(data.botCheck, 'contact')
      await call(sendContactMessage, {
        body: { email: String(fields.get('email')), message: String(fields.get('message')), ...proof },
      })
      setSent(true)
    } catch (error) {
      const code = error instanceof CallError ? error.code : 'other'
      setProblem(code)
      form.querySelector<HTMLElement>(`[name=${fieldOf[code]}]`)?.focus()
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="mx-auto w-full max-w-[34rem] px-5 pt-10 sm:px-8 sm:pt-16">
      <PlainHeading title={t('site:page.contact.title')} text={t('site:page.contact.text')} />
      {isSent ? (
        <Callout tone="success" role="status">
          {t('site:page.contact.sent')}
        </Callout>
      ) : (
        <form method="post" action="/contact-us" onSubmit={send} className="flex flex-col gap-5">
          <input type="hidden" name="csrf" value={data.csrf} />
          <TextField
            label={t('site:page.contact.email')}
            type="email"
            name="email"
            defaultValue={data.typed.email}
            size="lg"
            required
            maxLength={maxEmailLength}
            autoComplete="email"
            error={problem === 'invalid-email' ? t('site:error.invalid-email') : undefined}
          />
          <TextArea
            label={t('site:page.contact.message')}
            name="message"
            defaultValue={data.typed.message}
            rows={6}
            className="[&_textarea]:min-h-36"
            required
            maxLength={maxMessageLength}
            onValue={(message) => setTyped(message !== '')}
            error={problem === 'message-required' ? t('site:error.message-required') : undefined}
          />
          {problem !== null && !fieldOf[problem] && (
            <Callout tone="danger" role="alert">
              {t(formProblems[problem as ResponseCode] ?? 'site:page.contact.problem.other')}
            </Callout>
          )}
          <Button type="submit" variant="solid" size="lg" wide loading={isSending}>
            {t('site:page.contact.send')}
          </Button>
        </form>
      )}
    </div>
  )
}
