import { useState } from 'react'
import {
  Button,
  Checkbox,
  Dialog,
  FileIcon,
  fileKind,
  formatBytes,
  formatDateTime,
  SegmentedControl,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import { extensionOf } from '../../tree/contract.ts'
import type { NamedConflict } from '../client/conflicts.ts'
import type { Upload, UploadTarget } from '../client/types.ts'
import { type ConflictChoice, conflictChoices } from '../contract.ts'
import { joinParts } from './upload-texts.ts'

export interface ConflictQuestion {
  conflicts: NamedConflict[]
  target: UploadTarget
  resolve(answers: Map<Upload, ConflictChoice> | null): void
  /** The question could not be shown. */
  reject(): void
}

interface ConflictDialogProps {
  question: ConflictQuestion
  onAnswer(answers: Map<Upload, ConflictChoice> | null): void
}

/** Maximum number of conflicts with a choice each; more are decided together. */
const maxListed = 50

/** Asks about existing files: keep both, replace or skip, for all or one by one. Closing it uploads none of them. */
export const ConflictDialog = ({ question, onAnswer }: ConflictDialogProps) => {
  const t = useT()
  const { conflicts, target } = question
  const [forAll, setForAll] = useState(true)
  const [common, setCommon] = useState<ConflictChoice>('keep')
  const [own, setOwn] = useState<ReadonlyMap<Upload, ConflictChoice>>(new Map())
  const one = conflicts.length === 1
  const together = forAll || one || conflicts.length > maxListed
  const choiceOf = (upload: Upload) => (together ? common : (own.get(upload) ?? common))
  const options = conflictChoices.map((value) => ({ value, label: t(`storage:upload.conflict.${value}`) }))
  const answer = () => onAnswer(new Map(conflicts.map(({ upload }) => [upload, choiceOf(upload)])))

  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onAnswer(null)}
      onSubmit={answer}
      title={t('storage:upload.conflict.title', { count: conflicts.length, name: conflicts[0]?.upload.name })}
      text={t('storage:upload.conflict.text', { folder: target.name, count: conflicts.length })}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>
            {t('storage:upload.conflict.none', { count: conflicts.length })}
          </Button>
          <Button type="submit" variant="solid">
            {t('storage:upload.conflict.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {together && (
          <div className="flex flex-col items-start gap-2">
            <SegmentedControl
              label={t('storage:upload.conflict.choice')}
              options={options}
              value={common}
              onValue={(value) => setCommon(value as ConflictChoice)}
            />
            <p className="text-small text-muted">{t(`storage:upload.conflict.${common}-text`)}</p>
          </div>
        )}
        <ul className="flex flex-col gap-1">
          {conflicts.slice(0, maxListed).map((conflict) => (
            <ConflictRow
              key={conflict.upload.id}
              conflict={conflict}
              options={together ? null : options}
              choice={choiceOf(conflict.upload)}
              onChoice={(choice) => setOwn(new Map(own).set(conflict.upload, choice))}
            />
          ))}
        </ul>
        {conflicts.length > maxListed && (
          <p className="text-small text-muted">
            {t('storage:upload.conflict.more', { count: conflicts.length - maxListed })}
          </p>
        )}
        {!one && conflicts.length <= maxListed && (
          <Checkbox label={t('storage:upload.conflict.applyToAll')} checked={forAll} onValue={setForAll} />
        )}
      </div>
    </Dialog>
  )
}

interface RowProps {
  conflict: NamedConflict
  /** Null: one choice applies to all. */
  options: { value: string; label: string }[] | null
  choice: ConflictChoice
  onChoice(choice: ConflictChoice): void
}

const ConflictRow = ({ conflict, options, choice, onChoice }: RowProps) => {
  const t = useT()
  const { locale, settings } = usePageContext()
  const { upload, size, modifiedAt } = conflict
  const zone = useZone()
  const details = (bytes: number, iso: string | null) =>
    joinParts(formatBytes(bytes, locale), iso && formatDateTime(iso, locale, zone))
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line px-3 py-2.5">
      <FileIcon kind={fileKind(upload.file.type, extensionOf(upload.name))} size={24} />
      <div className="min-w-48 grow basis-0">
        <p className="truncate text-body font-medium" title={upload.path}>
          <bdi>{upload.path}</bdi>
        </p>
        <p className="text-small text-muted">
          {t('storage:upload.conflict.existing', { app: settings.name, details: details(size, modifiedAt) })}
        </p>
        <p className="text-small text-muted">
          {t('storage:upload.conflict.new', {
            details: details(upload.size, new Date(upload.file.lastModified).toISOString()),
          })}
        </p>
      </div>
      {options && (
        <SegmentedControl
          label={t('storage:upload.conflict.choiceFor', { name: upload.name })}
          options={options}
          value={choice}
          onValue={(value) => onChoice(value as ConflictChoice)}
        />
      )}
    </li>
  )
}
