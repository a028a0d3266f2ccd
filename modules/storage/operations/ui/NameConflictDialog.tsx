import { Files } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, RadioGroup, useT } from '../../../web/ui.ts'
import type { ConflictAnswer, NameConflict } from '../contract.ts'

export interface NameConflictDialogProps {
  conflict: NameConflict
  /** Name of the target folder; null: there are several, or items return to their former folders. */
  where: string | null
  /** Null: cancelled. */
  onAnswer: (answer: ConflictAnswer | null) => void
}

const answersOf = ({ files, folders }: NameConflict): ConflictAnswer[] => {
  if (folders === 0) return ['keep-both', 'replace', 'skip']
  return files === 0 ? ['merge', 'keep-both'] : ['merge', 'replace', 'skip', 'keep-both']
}

/**
 * Asks how to resolve names that are taken in the target folder: files are numbered, replaced or skipped; folders are
 * merged.
 */
const NameConflictDialog = ({ conflict, where, onAnswer }: NameConflictDialogProps) => {
  const t = useT()
  const answers = answersOf(conflict)
  const [answer, setAnswer] = useState(answers[0] as ConflictAnswer)
  const { files, folders, names } = conflict
  const count = files + folders
  const kind = folders === 0 ? 'files' : files === 0 ? 'folders' : 'both'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(null)}
      onSubmit={() => onAnswer(answer)}
      icon={Files}
      title={t('storage:conflict.title', { count, name: names[0] })}
      text={
        where === null ? t('storage:conflict.text', { count }) : t('storage:conflict.textIn', { count, folder: where })
      }
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid">
            {t('storage:conflict.confirm')}
          </Button>
        </>
      }
    >
      {count > 1 && (
        <ul className="mb-4 list-disc ps-5 text-small text-muted">
          {names.map((name) => (
            <li key={name} className="bidi-plaintext wrap-anywhere">
              {name}
            </li>
          ))}
          {count > names.length && <li>{t('storage:conflict.more', { count: count - names.length })}</li>}
        </ul>
      )}
      <RadioGroup
        boxed
        hideLabel
        label={t('storage:conflict.choice')}
        value={answer}
        onValue={(value) => setAnswer(value as ConflictAnswer)}
        options={answers.map((value) => ({
          value,
          label: t(`storage:conflict.${kind}.${value}`),
          text: t(`storage:conflict.${kind}.${value}-text`),
        }))}
      />
    </Dialog>
  )
}
export default NameConflictDialog
