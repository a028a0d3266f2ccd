import { useSnapshot } from 'valtio'
import { AutosaveField } from '../../../users/ui.ts'
import { useT } from '../../../web/ui.ts'
import { maxSlugLength, slugPattern } from '../../contract.ts'
import type { ShareSectionProps } from './section-props.ts'

const pattern = new RegExp(slugPattern)

/** A path chosen by the owner, validated while it is typed. */
export const LinkSlug = ({ links, link: { id, attributes } }: ShareSectionProps) => {
  const t = useT()
  const { errors } = useSnapshot(links.state)
  const base = attributes.link.slice(0, attributes.link.lastIndexOf('/') + 1)
  return (
    <AutosaveField
      label={t('sharing:option.slug')}
      help={t('sharing:option.slugHelp', { base })}
      value={attributes.slug ?? ''}
      error={errors.slug}
      check={(text) => (text.trim() === '' || pattern.test(text.trim()) ? undefined : t('sharing:option.slugForm'))}
      onSave={(text) =>
        links.change(
          id,
          'slug',
          { slug: text || null },
          { slug: text || null, link: `${base}${text || attributes.token}` },
        )
      }
      onRevert={() => links.setError('slug', null)}
      maxLength={maxSlugLength}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}
