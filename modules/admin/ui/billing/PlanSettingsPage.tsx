import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { updatePlan, updatePlanFeatures } from '../../../billing/contract.ts'
import { createAutosave, requiredCheck, SaveStatus } from '../../../users/ui.ts'
import { Card, call, reloadPage, Switch, TextField, useData, useT } from '../../../web/ui.ts'
import { GatewaysCard } from './GatewaysCard.tsx'
import { MeteredPricesCard } from './MeteredPricesCard.tsx'
import type { PlanData } from './PlanLayout.tsx'
import { membersCheck, storageCheck } from './plan-checks.ts'

const saveDelayMs = 600
const checks: Record<string, (value: string) => string | null> = {
  name: (value) => requiredCheck(value, {}),
  max_storage_amount: storageCheck,
  max_team_members: membersCheck,
}
const isFeature = (name: string) => name === 'max_storage_amount' || name === 'max_team_members'

/** Saves changed fields, each by the call it belongs to. */
const save = async (id: string, { visible, ...values }: Record<string, string>) => {
  const of = (wanted: boolean) => Object.entries(values).filter(([name]) => isFeature(name) === wanted)
  const texts = Object.fromEntries(of(false).map(([name, value]) => [name, value.trim()]))
  const features = Object.fromEntries(of(true).map(([name, value]) => [name, Number(value)]))
  const body = { ...texts, ...(visible === undefined ? {} : { visible: visible === '1' }) }
  if (Object.keys(body).length > 0) await call(updatePlan, { params: { id }, body, keepalive: true })
  if (Object.keys(features).length > 0)
    await call(updatePlanFeatures, { params: { id }, body: features, keepalive: true })
  await reloadPage()
}

/** Name, description and limits, which save themselves. Prices never change: subscribers have agreed to them. */
export const PlanSettingsPage = () => {
  const t = useT()
  const { plan } = useData<PlanData>()
  const { name, description, type, status, visible, features } = plan.attributes
  const [autosave] = useState(() => createAutosave({ delayMs: saveDelayMs, save: (values) => save(plan.id, values) }))
  const { errors } = useSnapshot(autosave.state)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [isVisible, setIsVisible] = useState(visible)
  const set = (field: string) => (value: string) => {
    const key = checks[field]?.(value) ?? null
    setWrong(({ [field]: _, ...others }) => (key ? { ...others, [field]: t(key) } : others))
    if (!key) autosave.set(field, value)
  }
  const field = (id: string) => ({ error: wrong[id] ?? errors[id], onValue: set(id), autoComplete: 'off' })
  return (
    <>
      <Card title={t('admin:plan.details')} actions={<SaveStatus autosave={autosave} />}>
        <div className="flex flex-col gap-5">
          {type === 'fixed' && status === 'active' && (
            <Switch
              label={t('admin:plan.visible')}
              help={t('admin:plan.visibleHelp')}
              checked={isVisible}
              onValue={(isOn) => {
                setIsVisible(isOn)
                autosave.set('visible', isOn ? '1' : '0')
              }}
            />
          )}
          <TextField {...field('name')} label={t('admin:plan.name')} maxLength={120} defaultValue={name} />
          <TextField
            {...field('description')}
            label={t('admin:plan.description')}
            maxLength={120}
            defaultValue={description ?? ''}
          />
        </div>
      </Card>
      {type === 'fixed' ? (
        <>
          <Card title={t('admin:plan.features')} text={t('admin:plan.featuresNote')}>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                {...field('max_storage_amount')}
                inputMode="numeric"
                label={t('admin:plan.storage')}
                defaultValue={String(features.max_storage_amount ?? '')}
                trailing={<span className="pe-3 text-small text-muted">GB</span>}
              />
              <TextField
                {...field('max_team_members')}
                label={t('admin:plan.members')}
                help={t('admin:plan.membersHelp')}
                defaultValue={String(features.max_team_members ?? -1)}
              />
            </div>
          </Card>
          <GatewaysCard plan={plan} />
        </>
      ) : (
        <MeteredPricesCard plan={plan} />
      )}
    </>
  )
}
