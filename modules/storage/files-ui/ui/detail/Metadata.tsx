import { formatDateTime, formatNumber, usePageContext, useT } from '../../../../web/ui.ts'
import type { Exif, Item } from '../../../tree/contract.ts'
import { Line } from './DetailRow.tsx'
import { exposure, mapHref, placeText } from './photo-texts.ts'
import { useDuration } from './useDuration.ts'

/** What a recording or a photo says about itself. */
export const MoreFacts = ({ item, exif }: { item: Item; exif: Exif | null }) => {
  const duration = useDuration(item)
  const t = useT()
  return (
    <>
      {duration !== null && <Line label={t('storage:detail.duration')}>{duration}</Line>}
      {exif && <Photo {...exif.attributes} />}
    </>
  )
}

const Photo = (photo: Exif['attributes']) => {
  const t = useT()
  const { locale } = usePageContext()
  const number = (value: number) => formatNumber(value, locale)
  const { width, height, latitude, longitude } = photo
  const camera = photo.model?.startsWith(photo.camera ?? '\0')
    ? photo.model
    : [photo.camera, photo.model].filter(Boolean).join(' ')
  const settings = [
    photo.aperture_f_number !== null && `ƒ/${number(photo.aperture_f_number)}`,
    photo.exposure_time !== null && t('storage:detail.seconds', { number: exposure(photo.exposure_time, locale) }),
    photo.focal_length !== null && t('storage:detail.millimetres', { number: number(photo.focal_length) }),
    photo.iso !== null && t('storage:detail.iso', { number: `${photo.iso}` }),
  ].filter(Boolean)
  return (
    <>
      {width !== null && height !== null && (
        <Line label={t('storage:detail.dimensions')}>
          {number(width)} × {number(height)}
        </Line>
      )}
      {photo.date_time_original && (
        // The camera's own clock, as it stood there.
        <Line label={t('storage:detail.taken')}>{formatDateTime(`${photo.date_time_original}Z`, locale, 'UTC')}</Line>
      )}
      {camera && <Line label={t('storage:detail.camera')}>{camera}</Line>}
      {photo.lens && <Line label={t('storage:detail.lens')}>{photo.lens}</Line>}
      {settings.length > 0 && <Line label={t('storage:detail.exposure')}>{settings.join(' · ')}</Line>}
      {photo.artist && <Line label={t('storage:detail.artist')}>{photo.artist}</Line>}
      {latitude !== null && longitude !== null && (
        <Line label={t('storage:detail.place')}>
          {placeText(latitude, longitude, locale)}
          <a
            href={mapHref(latitude, longitude)}
            target="_blank"
            rel="noopener noreferrer"
            className="mt-0.5 block text-13 text-brand-text hover:underline"
          >
            {t('storage:detail.map')}
          </a>
        </Line>
      )}
    </>
  )
}
