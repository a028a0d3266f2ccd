import { useSnapshot } from 'valtio'
import { AutosaveField } from '../../../users/ui.ts'
import { useT } from '../../../web/ui.ts'
import { useLinkTexts } from '../useLinkTexts.ts'
import type { ShareSectionProps } from './section-props.ts'

const maxLimit = 1_000_000

/** Limits the number of downloads. */
export const DownloadLimit = ({ links, link: { id, attributes } }: ShareSectionProps) => {
  const t = useT()
  const texts = useLinkTexts()
  const { errors } = useSnapshot(links.state)
  const { max_downloads } = attributes
  const check = (text: string) => {
    if (text === '') return undefined
    const count = Number(text)
    return Number.isInteger(count) && count >= 1 && count <= maxLimit ? undefined : t('sharing:option.limitForm')
  }
  return (
    <AutosaveField
      label={t('sharing:option.limit')}
      labelEnd={max_downloads !== null && <span className="text-muted">{texts.downloads(attributes)}</span>}
      placeholder={t('sharing:option.noLimit')}
      inputMode="numeric"
      value={max_downloads === null ? '' : `${max_downloads}`}
      error={errors.downloads}
      check={check}
      onSave={(text) => {
        const limit = text === '' ? null : Number(text)
        return links.change(id, 'downloads', { max_downloads: limit }, { max_downloads: limit })
      }}
      onRevert={() => links.setError('downloads', null)}
    />
  )
}
