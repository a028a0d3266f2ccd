import type { ReactNode } from 'react'
import { Button, Callout, PlainHeading, useData, useT } from '../../web/ui.ts'
import { type WizardPage, wizardSteps } from '../contract.ts'

interface WizardFormProps {
  action: string
  /** Texts: `installer:wizard.{name}.*`. */
  name: string
  children?: ReactNode
  /** False: the page has no button that submits. */
  isReady?: boolean
}

/** A step of the wizard: a plain form, so that it works without JavaScript. */
// i18n-keys: installer:wizard.*.title, installer:wizard.*.text, installer:wizard.*.submit
export const WizardForm = ({ action, name, children, isReady = true }: WizardFormProps) => {
  const t = useT()
  const { step, problem } = useData<WizardPage>()
  const position = wizardSteps.indexOf(step)
  return (
    <>
      <p className="mb-2 text-small font-medium text-muted">
        {t('installer:wizard.position', { number: position + 1, total: wizardSteps.length })}
      </p>
      <PlainHeading title={t(`installer:wizard.${name}.title`)} text={t(`installer:wizard.${name}.text`)} />
      <form method="post" action={action} className="flex flex-col gap-5">
        {problem && (
          <Callout tone="danger" role="alert">
            {t(problem)}
          </Callout>
        )}
        {children}
        {isReady && (
          <Button type="submit" variant="solid" size="lg" wide>
            {t(`installer:wizard.${name}.submit`)}
          </Button>
        )}
      </form>
      {position > 0 && (
        <p className="mt-6 text-center text-14">
          <a href={`/setup-wizard/${wizardSteps[position - 1]}`} className="link">
            {t('installer:wizard.back')}
          </a>
        </p>
      )}
    </>
  )
}
