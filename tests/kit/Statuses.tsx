import { FolderOpen } from 'lucide-react'
import {
  Avatar,
  Badge,
  Button,
  Callout,
  Card,
  Chip,
  EmptyState,
  Progress,
  ProgressRing,
  Skeleton,
  Spinner,
} from '../../modules/web/kit/index.ts'

const tones = ['neutral', 'brand', 'success', 'danger', 'warning', 'info', 'purple'] as const
const people = [
  ['Ada Lovelace', '#541388'],
  ['Grace Hopper', '#E4FF1A'],
  ['Linus', '#FF5714'],
  ['Žofie', '#2E294E'],
] as const

export const Statuses = () => (
  <>
    <Card title="Status">
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Chip removeLabel="Remove ada@example.com" onRemove={() => {}}>
            ada@example.com
          </Chip>
          <Chip>Type: images</Chip>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {people.map(([name, color], index) => (
            <Avatar key={name} name={name} color={color} size={[52, 44, 32, 24][index]} />
          ))}
          <Avatar email="someone@example.com" size={32} />
          <Spinner />
          <ProgressRing label="Upload" value={66} />
          <ProgressRing label="Upload" />
        </div>
        <Progress label="Upload" value={42} />
        <Progress label="Upload" tone="warning" value={90} />
        <Progress label="Upload" />
        {(['neutral', 'success', 'warning', 'danger'] as const).map((tone) => (
          <Callout key={tone} tone={tone} title={tone === 'danger' ? 'Storage is full' : undefined}>
            You use 9.8 GB of 10 GB. New uploads stop when it is full.
          </Callout>
        ))}
      </div>
    </Card>
    <Card title="Empty and loading">
      <EmptyState
        icon={FolderOpen}
        title="This folder is empty"
        text="Drop files anywhere here, or start with a button."
        actions={
          <>
            <Button variant="solid">Upload files</Button>
            <Button>New folder</Button>
          </>
        }
      />
      <Skeleton shape="row" count={3} />
      <Skeleton shape="tile" count={3} />
      <Skeleton shape="text" count={2} />
    </Card>
  </>
)
