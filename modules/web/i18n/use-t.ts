import { useTranslation } from 'react-i18next'

export type Translate = (key: string, values?: Record<string, unknown>) => string

/** `t('storage:popup.rename.title')`: keys are whole and flat, namespace included. */
export const useT = (): Translate => useTranslation().t as unknown as Translate
