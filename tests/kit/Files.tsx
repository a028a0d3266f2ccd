import { Card, FileIcon, fileKinds, folderColors } from '../../modules/web/kit/index.ts'

const extensions = ['', 'jpg', 'mp4', 'mp3', 'docx', 'pdf', 'zip', 'ts', 'txt', 'bin']

export const Files = () => (
  <Card title="File glyphs" className="lg:col-span-2">
    {[20, 24, 32, 48, 64].map((size) => (
      <div key={size} className="mb-4 flex flex-wrap items-center gap-4">
        {fileKinds.map((kind, index) => (
          <FileIcon key={kind} kind={kind} extension={extensions[index]} size={size} />
        ))}
        <FileIcon kind="folder" team size={size} />
        <FileIcon kind="folder" emoji="🏝️" size={size} color="blue" />
      </div>
    ))}
    <div className="flex flex-wrap gap-4">
      {folderColors.map((color) => (
        <span key={color} className="grid justify-items-center gap-1 text-12 text-muted">
          <FileIcon kind="folder" color={color} size={40} />
          {color}
        </span>
      ))}
    </div>
  </Card>
)
