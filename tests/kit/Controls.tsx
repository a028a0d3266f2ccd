import { ArrowRight, Bell, FolderPlus, LayoutGrid, List, Lock, Mail, PenLine, Search, Upload, User } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  Card,
  Checkbox,
  CopyField,
  IconButton,
  Kbd,
  LinkButton,
  RadioGroup,
  SearchSelect,
  SegmentedControl,
  Select,
  Switch,
  TextArea,
  TextField,
} from '../../modules/web/kit/index.ts'

const variants = ['solid', 'tinted', 'neutral', 'quiet', 'danger', 'danger-solid'] as const
const places = ['Amsterdam', 'Bratislava', 'Frankfurt', 'Helsinki', 'London', 'Praha', 'Singapore', 'Zürich']

export const Controls = () => {
  const [view, setView] = useState('list')
  const [right, setRight] = useState('visitor')
  const [region, setRegion] = useState<string | null>('Frankfurt')
  const [on, setOn] = useState(true)
  const [sent, setSent] = useState(0)
  return (
    <>
      <Card title="Buttons" text="Variants, sizes, states">
        <div className="grid gap-4">
          <div className="flex flex-wrap gap-2">
            {variants.map((variant) => (
              <Button key={variant} variant={variant} icon={variant === 'solid' ? Upload : undefined}>
                {variant}
              </Button>
            ))}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button variant="solid" loading>
              Save changes
            </Button>
            <Button variant="tinted" loading>
              Save changes
            </Button>
            <Button variant="solid" disabled>
              Disabled
            </Button>
            <Button disabled>Disabled</Button>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button size="sm" icon={FolderPlus}>
              Small
            </Button>
            <Button size="md" icon={FolderPlus}>
              Medium
            </Button>
            <Button size="lg" variant="solid" trailing={ArrowRight}>
              Large
            </Button>
            <LinkButton href="#link" variant="tinted">
              A link
            </LinkButton>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <IconButton icon={Search} label="Search" shortcut="Ctrl K" />
            <IconButton icon={Bell} label="Notifications, 3 unread" badge={3} />
            <IconButton icon={LayoutGrid} label="Grid" pressed />
            <IconButton icon={List} label="List" variant="neutral" size="sm" />
            <IconButton icon={Lock} label="Locked" disabled />
            <Kbd keys="mod+k" />
          </div>
        </div>
      </Card>
      <Card title="Text fields" footer={<Button variant="solid">Save</Button>}>
        <div className="grid gap-4">
          <TextField label="Name" defaultValue="Quarterly report" help="Shown to everybody with the link." />
          <TextField
            label="E-mail"
            icon={Mail}
            placeholder="jane@example.com"
            labelEnd={
              <a className="link" href="#a">
                Why?
              </a>
            }
          />
          <TextField
            label="Password"
            type="password"
            defaultValue="correct horse"
            error="At least 12 characters, please."
            help="A sentence works well."
          />
          <TextField label="Disabled" disabled defaultValue="Cannot be changed" />
          <TextArea label="Message" placeholder="What should people send you?" />
          <CopyField label="Link" value="https://files.example.com/share/9xKp2mQ7vLw4" />
        </div>
      </Card>
      <Card title="A form that stays busy once it is sent">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            setSent(sent + 1)
          }}
        >
          <TextField label="Folder" defaultValue="Plans" />
          <Button type="submit" variant="solid" loading={sent > 0}>
            Create
          </Button>
          <output>Sent: {sent}</output>
        </form>
      </Card>
      <Card title="Choices">
        <div className="grid gap-5">
          <SegmentedControl
            label="View"
            value={view}
            onValue={setView}
            iconsOnly
            options={[
              { value: 'list', label: 'List', icon: List },
              { value: 'grid', label: 'Grid', icon: LayoutGrid },
            ]}
          />
          <SegmentedControl
            label="Interval"
            hideLabel={false}
            wide
            value={right}
            onValue={setRight}
            options={[
              { value: 'visitor', label: 'Monthly' },
              { value: 'editor', label: 'Yearly' },
              { value: 'none', label: 'Never', disabled: true },
            ]}
          />
          <RadioGroup
            label="Permission"
            boxed
            value={right}
            onValue={setRight}
            options={[
              { value: 'visitor', label: 'Can view', text: 'Look and download.', icon: User },
              { value: 'editor', label: 'Can edit', text: 'Upload, rename, move and delete too.', icon: PenLine },
            ]}
          />
          <div className="grid gap-1">
            <Checkbox label="Checked" defaultChecked />
            <Checkbox label="Some of them" indeterminate />
            <Checkbox label="Unchecked" help="With a line of help." />
            <Checkbox label="Disabled" disabled defaultChecked />
            <Checkbox label="I agree to the terms" error="Please tick this to go on." />
          </div>
        </div>
      </Card>
      <Card title="Selects and switches">
        <div className="grid gap-4">
          <Select
            label="Expires"
            defaultValue="24"
            options={[
              { value: '1', label: 'In 1 hour' },
              { value: '24', label: 'In 24 hours' },
            ]}
          />
          <SearchSelect
            label="Region"
            value={region}
            onValue={setRegion}
            placeholder="Choose"
            options={places.map((place) => ({ value: place, label: place }))}
          />
          <SearchSelect
            label="Access"
            value={right}
            onValue={setRight}
            options={[
              { value: 'visitor', label: 'Can view', text: 'Look and download', icon: User },
              { value: 'editor', label: 'Can edit', text: 'Change everything', icon: PenLine },
            ]}
            error="Choose one."
          />
          <Switch
            label="Password protected"
            help="People need the password as well as the link."
            checked={on}
            onValue={setOn}
          />
          <Switch label="Allow downloads" defaultChecked={false} />
          <Switch label="Disabled" disabled defaultChecked />
        </div>
      </Card>
    </>
  )
}
