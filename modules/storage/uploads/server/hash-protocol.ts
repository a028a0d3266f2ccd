interface CommandBase {
  task: number
  id: number
}

export type HashCommand = CommandBase &
  (
    | { kind: 'whole'; memory: SharedArrayBuffer; length: number }
    | { kind: 'begin'; from: number | null }
    | { kind: 'update'; memory: SharedArrayBuffer; length: number }
    | { kind: 'end' }
    | { kind: 'drop' }
  )

export interface HashReply {
  task: number
  sha256?: Uint8Array
  crc32?: number
}
