import { Plus } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { AutosaveField } from '../../../users/ui.ts'
import { Button, Select, Switch, useT } from '../../../web/ui.ts'
import { maxLabelLength } from '../../contract.ts'
import { DownloadLimit } from './DownloadLimit.tsx'
import { LinkSlug } from './LinkSlug.tsx'
import type { ShareSectionProps } from './section-props.ts'

const notices = ['never', 'first', 'each'] as const

/** Settings that few links need: limit, notifications, name, URL, search engines, further links. */
export const LinkSettings = (props: ShareSectionProps & { createLink: () => void }) => {
  const { links, link, createLink } = props
  const t = useT()
  const { errors } = useSnapshot(links.state)
  const { id, attributes } = link
  return (
    <div className="flex flex-col gap-4">
      {attributes.download && <DownloadLimit {...props} />}
      <Select
        label={t('sharing:option.notify')}
        options={notices.map((value) => ({ value, label: t(`sharing:option.notifyWhen.${value}`) }))}
        value={attributes.notify_on_download}
        error={errors.notify}
        onValue={(value) => {
          const notify_on_download = value as (typeof notices)[number]
          void links.change(id, 'notify', { notify_on_download }, { notify_on_download })
        }}
      />
      <LinkSlug {...props} />
      <AutosaveField
        label={t('sharing:option.label')}
        help={t('sharing:option.labelHelp')}
        value={attributes.label ?? ''}
        error={errors.label}
        maxLength={maxLabelLength}
        onSave={(text) => links.change(id, 'label', { label: text || null }, { label: text || null })}
        onRevert={() => links.setError('label', null)}
      />
      <Switch
        label={t('sharing:option.indexing')}
        help={t('sharing:option.indexingHelp')}
        error={errors.indexing}
        checked={attributes.allow_indexing}
        onValue={(on) => links.change(id, 'indexing', { allow_indexing: on }, { allow_indexing: on })}
      />
      <Button size="sm" icon={Plus} onClick={createLink} className="self-start">
        {t('sharing:dialog.another')}
      </Button>
    </div>
  )
}
