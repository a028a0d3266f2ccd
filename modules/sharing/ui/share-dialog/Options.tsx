import { useSnapshot } from 'valtio'
import { Select, Switch, useT } from '../../../web/ui.ts'
import type { SharePermission } from '../../contract.ts'
import { AutosaveField } from './AutosaveField.tsx'
import { Downloads } from './Downloads.tsx'
import { Expiry } from './Expiry.tsx'
import { Password } from './Password.tsx'
import { Slug } from './Slug.tsx'
import type { SectionProps } from './section-props.ts'

const permissions = ['visitor', 'editor'] as const
const notices = ['never', 'first', 'each'] as const

/** Permission, password, expiry, downloads and other options. */
export const Options = (props: SectionProps) => {
  const { links, link, item } = props
  const t = useT()
  const { errors } = useSnapshot(links.state)
  const { id, attributes } = link
  return (
    <div className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
      {item.type === 'folder' && (
        <Select
          label={t('sharing:option.permission')}
          options={permissions.map((value) => ({ value, label: t(`sharing:option.permissions.${value}`) }))}
          value={attributes.permission}
          error={errors.permission}
          onValue={(value) =>
            links.change(
              id,
              'permission',
              { permission: value as SharePermission },
              { permission: value as SharePermission },
            )
          }
        />
      )}
      <Password {...props} />
      <Expiry {...props} />
      <Downloads {...props} />
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
      <AutosaveField
        label={t('sharing:option.label')}
        help={t('sharing:option.labelHelp')}
        value={attributes.label ?? ''}
        error={errors.label}
        maxLength={120}
        onSave={(text) => links.change(id, 'label', { label: text || null }, { label: text || null })}
      />
      <Slug {...props} />
      <Switch
        label={t('sharing:option.indexing')}
        help={t('sharing:option.indexingHelp')}
        error={errors.indexing}
        checked={attributes.allow_indexing}
        onValue={(on) => links.change(id, 'indexing', { allow_indexing: on }, { allow_indexing: on })}
      />
    </div>
  )
}
