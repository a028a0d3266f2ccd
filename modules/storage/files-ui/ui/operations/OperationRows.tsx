import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button, formatNumber, Progress, usePageContext, useT } from '../../../../web/ui.ts'
import type { Operation } from '../../../operations/contract.ts'
import { itemCalls } from '../../client/item-calls.ts'
import { useFiles } from '../context.ts'
import { useProgress } from './useProgress.ts'

interface RunningOperation {
  readonly id: string
  readonly attributes: Readonly<Pick<Operation['attributes'], 'kind' | 'done' | 'total'>>
}

const Row = ({ operation }: { operation: RunningOperation }) => {
  const { actions, operations } = useFiles()
  const t = useT()
  const { locale } = usePageContext()
  const [stopping, setStopping] = useState(false)
  const { kind, done, total } = operation.attributes
  const label = t(`storage:operation.running.${kind}`)
  const counted = total !== null && total > 0
  const count = counted
    ? t('storage:operation.count', { done: formatNumber(done, locale), total: formatNumber(total, locale) })
    : t('storage:operation.counting')
  const stop = async () => {
    setStopping(true)
    try {
      operations.watch(await itemCalls.stop(operation.id))
    } catch (error) {
      setStopping(false)
      actions.showError(error)
    }
  }
  return (
    <li className="flex min-h-12 items-center gap-4 border-b border-line bg-n2 px-4 py-2 dark:bg-page">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2 text-14">
          <span className="font-medium">{label}</span>
          <span className="text-13 text-muted tabular-nums">{count}</span>
        </p>
        <Progress
          label={label}
          {...(counted ? { value: Math.min(done, total), max: total } : {})}
          valueText={count}
          className="mt-1.5 h-1!"
        />
      </div>
      <Button size="sm" disabled={stopping} onClick={stop}>
        {t('storage:operation.stop')}
      </Button>
    </li>
  )
}

/** A row per bulk operation with its progress and a button that cancels it. */
const OperationRows = () => {
  const { operations } = useFiles()
  const t = useT()
  const list = useSnapshot(operations.state).list.filter(({ attributes }) => attributes.state === 'running')
  useProgress()
  const newest = list.at(-1)
  return (
    <section aria-label={t('storage:operation.label')} data-operations className="shrink-0">
      <p role="status" className="sr-only">
        {newest ? t(`storage:operation.running.${newest.attributes.kind}`) : ''}
      </p>
      <ul>
        {list.map((operation) => (
          <Row key={operation.id} operation={operation} />
        ))}
      </ul>
    </section>
  )
}
export default OperationRows
