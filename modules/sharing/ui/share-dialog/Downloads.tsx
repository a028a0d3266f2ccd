import { useSnapshot } from 'valtio'
import { Switch, useT } from '../../../web/ui.ts'
import { useLinkTexts } from '../useLinkTexts.ts'
import { AutosaveField } from './AutosaveField.tsx'
import type { SectionProps } from './section-props.ts'

const maxLimit = 1_000_000

/** Allows downloads, and limits their number. */
export const Downloads = ({ links, link: { id, attributes } }: SectionProps) => {
  const t = useT()
  const texts = useLinkTexts()
  const { errors } = useSnapshot(links.state)
  const { download, max_downloads } = attributes
  const check = (text: string) => {
    if (text === '') return undefined
    const count = Number(text)
    return Number.isInteger(count) && count >= 1 && count <= maxLimit ? undefined : t('sharing:option.limitForm')
  }
  return (
    <div>
      <Switch
        label={t('sharing:option.download')}
        help={t('sharing:option.downloadHelp')}
        checked={download}
        onValue={(on) => links.change(id, 'downloads', { download: on }, { download: on })}
      />
      {download && (
        <AutosaveField
          label={t('sharing:option.limit')}
          labelEnd={
            max_downloads === null ? undefined : <span className="text-muted">{texts.downloads(attributes)}</span>
          }
          help={t('sharing:option.limitHelp')}
          className="mt-3"
          inputMode="numeric"
          value={max_downloads === null ? '' : `${max_downloads}`}
          error={errors.downloads}
          check={check}
          onSave={(text) => {
            const limit = text === '' ? null : Number(text)
            return links.change(id, 'downloads', { max_downloads: limit }, { max_downloads: limit })
          }}
        />
      )}
    </div>
  )
}
