import { useState } from 'react'
import { maxEmailLength } from '../../shared/contract.ts'
import {
  Button,
  Callout,
  LinkButton,
  Select,
  TextArea,
  TextField,
  useData,
  useT,
  useUnsavedInput,
} from '../../web/ui.ts'
import { abuseReasons, maxReportLength } from '../contract.ts'
import type { ReportPageData } from '../pages/share/report/+data.ts'

/** The form that reports a link; works without JavaScript. */
export const ReportPage = () => {
  const t = useT()
  const { token, sent, problem, typed, csrf } = useData<ReportPageData>()
  const [isTyped, setTyped] = useState(problem !== null && !sent)
  useUnsavedInput(() => (isTyped ? 'unsaved' : 'saved'))
  return (
    <div className="mx-auto max-w-[25rem] pt-[min(8vh,4rem)]">
      <h1 className="text-28 font-bold text-balance outline-none">{t('sharing:report.title')}</h1>
      <p className="mt-2 mb-8 text-16 text-pretty text-muted">{t('sharing:report.text')}</p>
      {sent && (
        <Callout tone="success" role="status" title={t('sharing:report.sent')}>
          <LinkButton href={`/share/${token}`} className="mt-3">
            {t('sharing:report.back')}
          </LinkButton>
        </Callout>
      )}
      {problem !== null && !sent && (
        <Callout tone="danger" role="alert" className="mb-6">
          {t('sharing:report.failed')}
        </Callout>
      )}
      {!sent && (
        <form
          method="post"
          action={`/share/${token}/report`}
          onSubmit={() => setTyped(false)}
          className="flex flex-col gap-5"
        >
          <input type="hidden" name="csrf" value={csrf} />
          <Select
            name="reason"
            size="lg"
            label={t('sharing:report.reason.label')}
            defaultValue={typed.reason ?? 'malware'}
            options={abuseReasons.map((value) => ({ value, label: t(`sharing:report.reason.${value}`) }))}
          />
          <TextArea
            name="message"
            defaultValue={typed.message}
            maxLength={maxReportLength}
            onValue={(message) => setTyped(message !== '')}
            rows={4}
            label={t('sharing:report.message')}
          />
          <TextField
            name="email"
            type="email"
            defaultValue={typed.email}
            size="lg"
            autoComplete="email"
            maxLength={maxEmailLength}
            label={t('sharing:report.email')}
            help={t('sharing:report.emailHelp')}
          />
          <Button type="submit" variant="solid" size="lg" wide>
            {t('sharing:report.submit')}
          </Button>
        </form>
      )}
    </div>
  )
}
