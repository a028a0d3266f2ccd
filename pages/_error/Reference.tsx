import { CopyButton, useT } from '../../modules/web/ui.ts'

/** Reference that a person names to an administrator, who finds the reason by it. */
export const Reference = ({ text }: { text: string }) => {
  const t = useT()
  return (
    <p className="mt-6 flex flex-wrap items-center justify-center gap-x-2 text-small text-muted">
      {t('web:error.reference')} <code className="text-text select-all">{text}</code>
      <CopyButton text={text} size="sm" variant="quiet" className="noscript:hidden" />
    </p>
  )
}
