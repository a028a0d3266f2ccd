import { useState } from 'react'
import { useSnapshot } from 'valtio'
import {
  maxPlanDescriptionLength,
  maxPlanNameLength,
  updatePlan,
  updatePlanFeatures,
} from '../../../billing/contract.ts'
import { type Autosave, createAutosave, requiredCheck, SaveStatus } from '../../../users/ui.ts'
import { Card, call, reloadPage, Switch, TextField, type TextFieldProps, useData, useT } from '../../../web/ui.ts'
import { useServerValue } from '../use-server-value.ts'
import { useTypedValue } from '../use-typed-value.ts'
import { GatewaysCard } from './GatewaysCard.tsx'
import { MeteredPricesCard } from './MeteredPricesCard.tsx'
import type { PlanPageData } from './PlanLayout.tsx'
import { membersCheck, storageCheck } from './plan-checks.ts'

const isFeature = (name: string) => name === 'max_storage_amount' || name === 'max_team_members'

/** Saves changed fields, each by the call it belongs to. */
const save = async (id: string, { visible, ...values }: Record<string, string>) => {
  const entries = Object.entries(values)
  const texts = Object.fromEntries(entries.flatMap(([name, value]) => (isFeature(name) ? [] : [[name, value.trim()]])))
  const features = Object.fromEntries(
    entries.flatMap(([name, value]) => (isFeature(name) ? [[name, Number(value)]] : [])),
  )
  const body = { ...texts, ...(visible === undefined ? {} : { visible: visible === '1' }) }
  // In parallel: a page that is being left gets no response after which it could send the next call.
  await Promise.all([
    Object.keys(body).length > 0 && call(updatePlan, { params: { id }, body, keepalive: true }),
    Object.keys(features).length > 0 && call(updatePlanFeatures, { params: { id }, body: features, keepalive: true }),
  ])
  await reloadPage()
}

interface PlanFieldProps extends Pick<TextFieldProps, 'label' | 'help' | 'inputMode' | 'maxLength' | 'trailing'> {
  autosave: Autosave
  name: 'name' | 'description' | 'max_storage_amount' | 'max_team_members'
  value: string
  /** Returns the i18n key of the error in a typed value, or null. */
  check?: (text: string) => string | null
}

/** A field that saves itself when it is left: each saved value is a version of the plan, which people may subscribe to. */
const PlanField = ({ autosave, name, value, check, ...rest }: PlanFieldProps) => {
  const t = useT()
  const { errors } = useSnapshot(autosave.state)
  const { text, field } = useTypedValue({
    value,
    isValid: (typed) => !check?.(typed),
    normalize: (typed) => (isFeature(name) ? String(Number(typed)) : typed.trim()),
    onSave: (typed) => {
      autosave.set(name, typed)
      void autosave.flush()
    },
  })
  const wrong = check?.(text)
  return <TextField {...rest} {...field} name={name} autoComplete="off" error={wrong ? t(wrong) : errors[name]} />
}

/** Name, description and limits, which save themselves. Prices never change: subscribers have agreed to them. */
export const PlanSettingsPage = () => {
  const { plan } = useData<PlanPageData>()
  return <PlanSettings key={plan.id} plan={plan} />
}

const PlanSettings = ({ plan }: PlanPageData) => {
  const t = useT()
  const { name, description, type, status, visible, features } = plan.attributes
  const [autosave] = useState(() => createAutosave({ save: (values) => save(plan.id, values) }))
  const [shownVisible, setShownVisible] = useServerValue(visible ? '1' : '0')
  const setVisible = (isOn: boolean) => {
    setShownVisible(isOn ? '1' : '0')
    autosave.set('visible', isOn ? '1' : '0')
  }
  return (
    <>
      <Card title={t('admin:plan.details')} actions={<SaveStatus autosave={autosave} />}>
        <div className="flex flex-col gap-5">
          {type === 'fixed' && status === 'active' && (
            <Switch
              label={t('admin:plan.visible')}
              help={t('admin:plan.visibleHelp')}
              checked={shownVisible === '1'}
              onValue={setVisible}
            />
          )}
          <PlanField
            autosave={autosave}
            name="name"
            label={t('admin:plan.name')}
            maxLength={maxPlanNameLength}
            value={name}
            check={(text) => requiredCheck(text, {})}
          />
          <PlanField
            autosave={autosave}
            name="description"
            label={t('admin:plan.description')}
            maxLength={maxPlanDescriptionLength}
            value={description ?? ''}
          />
        </div>
      </Card>
      {type === 'fixed' ? (
        <>
          <Card title={t('admin:plan.features')} text={t('admin:plan.featuresNote')}>
            <div className="grid gap-4 sm:grid-cols-2">
              <PlanField
                autosave={autosave}
                name="max_storage_amount"
                inputMode="numeric"
                label={t('admin:plan.storage')}
                value={String(features.max_storage_amount ?? '')}
                check={storageCheck}
                trailing={<span className="pe-3 text-small text-muted">GB</span>}
              />
              <PlanField
                autosave={autosave}
                name="max_team_members"
                label={t('admin:plan.members')}
                help={t('admin:plan.membersHelp')}
                value={String(features.max_team_members ?? -1)}
                check={membersCheck}
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
