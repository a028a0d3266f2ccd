import { callWithForm } from '../../users/ui.ts'
import { call } from '../../web/ui.ts'
import { resettingSettings, updateSetting, uploadSettingImage } from '../contract.ts'
import { saveEachValue } from './save-each-value.ts'

const pageLeft = () =>
  new Promise<void>((resolve) => window.addEventListener('pagehide', () => resolve(), { once: true }))

/** Saves settings, each by its own call, which outlives the tab when that is closed after the last change. */
export const saveSettings = (values: Record<string, string | null>): Promise<void> =>
  saveEachValue(values, (name, value) => call(updateSetting, { body: { name, value }, keepalive: true }), {
    names: resettingSettings,
    pageLeft,
  })

/** Uploads the image of a setting. Throws `CallError`. */
export const uploadImage = async (name: string, image: Blob): Promise<void> => {
  const body = new FormData()
  body.set('file', image, 'image')
  await callWithForm(uploadSettingImage, uploadSettingImage.path.replace(':name', name), body)
}
