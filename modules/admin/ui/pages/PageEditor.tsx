import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { createAutosave, SaveStatus } from '../../../users/ui.ts'
import type { TextNode } from '../../../web/contract.ts'
import {
  Button,
  Card,
  call,
  LinkButton,
  reloadPage,
  Switch,
  TextArea,
  TextField,
  TextTree,
  useData,
  useT,
} from '../../../web/ui.ts'
import { saveEach } from '../../client/save-each.ts'
import { type EditablePage, maxPageLength, updatePage } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'

export interface PageEditorData {
  page: EditablePage
  /** The content as readers see it. */
  nodes: TextNode[]
}

const saveDelayMs = 600

/** Title, visibility and content of a legal page, which save themselves, and a preview of what is saved. */
export const PageEditor = () => {
  const t = useT()
  const { page, nodes } = useData<PageEditorData>()
  const { slug, visible } = page
  const [isVisible, setIsVisible] = useState(visible)
  const [autosave] = useState(() =>
    createAutosave({
      delayMs: saveDelayMs,
      save: async (values) => {
        await saveEach(values, (field, text) => {
          const name = field as 'title' | 'content' | 'visibility'
          const value = name === 'visibility' ? text === '1' : text
          return call(updatePage, { params: { slug }, body: { name, value }, keepalive: true })
        })
        await reloadPage()
      },
    }),
  )
  const { errors } = useSnapshot(autosave.state)
  const [content, setContent] = useState(page.content)
  const changeContent = (value: string) => {
    setContent(value)
    autosave.set('content', value)
  }
  return (
    <>
      <AdminHeading title={page.shown.title} text={<bdi dir="ltr">{`/page/${slug}`}</bdi>}>
        <SaveStatus autosave={autosave} />
        <LinkButton href={`/page/${slug}`}>{t('admin:pages.open')}</LinkButton>
      </AdminHeading>
      <Card>
        <div className="flex flex-col gap-5">
          <Switch
            label={t('admin:pages.visibility')}
            help={t('admin:pages.visibilityHelp')}
            checked={isVisible}
            onValue={(isOn) => {
              setIsVisible(isOn)
              autosave.set('visibility', isOn ? '1' : '0')
            }}
          />
          <TextField
            label={t('admin:pages.titleField')}
            placeholder={page.shown.title}
            maxLength={200}
            defaultValue={page.title}
            error={errors.title}
            onValue={(value) => autosave.set('title', value)}
          />
          <TextArea
            label={t('admin:pages.content')}
            help={t('admin:pages.contentHelp')}
            rows={18}
            maxLength={maxPageLength}
            placeholder={page.shown.content}
            value={content}
            error={errors.content}
            onValue={changeContent}
          />
          {content === '' && page.content === '' && (
            <Button className="self-start" onClick={() => changeContent(page.default_content)}>
              {t('admin:pages.editDefault')}
            </Button>
          )}
        </div>
      </Card>
      <Card title={t('admin:pages.preview')}>
        <div className="markdown px-0! pt-0!" dir="auto">
          <TextTree nodes={nodes} />
        </div>
      </Card>
    </>
  )
}
